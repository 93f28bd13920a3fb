// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// The demanglers that the Swift runtime exports.
enum Demangler {
  private typealias Full =
    @convention(c) (
      UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?
  private typealias Short =
    @convention(c) (
      UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?
    ) -> UnsafeMutablePointer<CChar>?

  // What the runtime exports does not change while the process lives.
  private static let fullFunction: Full? = dlsym(nil, "swift_demangle").map {
    unsafeBitCast($0, to: Full.self)
  }
  /// What the runtime's own crash reports use; C++ names too. Not part of the documented interface.
  private static let shortFunction: Short? = dlsym(nil, "_swift_backtrace_demangle").map {
    unsafeBitCast($0, to: Short.self)
  }

  /// With modules, types and results; nil when it is no Swift name.
  static func full(_ name: String) -> String? {
    guard let demangle = fullFunction else { return nil }
    return take(demangle(name, name.utf8.count, nil, nil, 0))
  }

  /// Without modules and types; the full form where the runtime lacks the short one.
  static func short(_ name: String) -> String? {
    guard let demangle = shortFunction else { return full(name) }
    return take(demangle(name, name.utf8.count, nil, nil))
  }

  private static func take(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
#endif
