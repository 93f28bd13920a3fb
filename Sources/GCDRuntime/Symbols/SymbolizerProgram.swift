// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDUnwind
import Glibc

/// Where llvm-symbolizer is.
enum SymbolizerProgram {
  /// The one of the toolchain whose libswiftCore is loaded, which knows the debug information that its
  /// compiler writes; else the first on `PATH`; else nil.
  static func find() -> String? {
    let candidates = [besideRuntime()] + onPath()
    return candidates.lazy.compactMap { $0 }.first { access($0, X_OK) == 0 }
  }

  /// `<toolchain>/usr/bin/llvm-symbolizer` for `<toolchain>/usr/lib/swift/linux/libswiftCore.so`.
  private static func besideRuntime() -> String? {
    guard let folder = LoadedImages.runtimeFolder else { return nil }
    return folder + "/../../../bin/llvm-symbolizer"
  }

  private static func onPath() -> [String?] {
    guard let path = getenv("PATH") else { return [] }
    return String(cString: path).split(separator: ":").map { $0 + "/llvm-symbolizer" }
  }
}
#endif
