// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

/// The libraries that the program and the library that takes control have in common: a process has one Swift
/// runtime, that of the program where it has one. What does not go together there ends the process with words
/// of the dynamic linker's, at its start or, worse, at the first call.
enum SharedRuntime {
  private static let runtime = "libswiftCore.so"

  static func obstacle(_ trace: LoaderTrace, preload: String) -> ProgramFile.Obstacle? {
    let ours = ElfImage(path: preload)
    if let library = trace.missing.first {
      return .lacksLibrary(library, isOurs: ours?.needs(library) ?? false)
    }
    if let found = trace.otherVersions.first {
      return .hasOldLibrary(found.library, version: found.version, file: found.file)
    }
    let folder = preload.split(separator: "/").dropLast()
    func isOurs(_ file: String) -> Bool { file.split(separator: "/").dropLast() == folder }
    // The program may never call a symbol of its own that is nowhere; one of Swift is missing because of us.
    let missing = trace.undefined.first { isOurs($0.file) || $0.symbol.hasPrefix("$s") }
    guard let missing else { return nil }
    let path = trace.loaded.first { $0.split(separator: "/").last.map(String.init) == runtime }
    return .otherSwift(runtime: path ?? runtime, symbol: missing.symbol)
  }
}
#endif
