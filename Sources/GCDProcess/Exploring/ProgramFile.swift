// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// What the file of a program says about whether it can be run under control, before it is started.
package enum ProgramFile {
  /// Why a file cannot be run under control.
  package enum Obstacle: Error, Sendable, Equatable {
    case isFolder
    case isNotExecutable
    case cannotBeRead
    /// A text that this interpreter runs.
    case isScript(interpreter: String)
    case isNoProgram
    /// The name of the processor that it is for, or of the class of processors.
    case otherProcessor(String)
    /// No dynamic linker takes part, so nothing can be preloaded.
    case isStatic
    /// A dynamic linker of another C library, which knows nothing of ours.
    case otherLibrary(linker: String)
    /// It runs with the rights of another user or with capabilities: the linker then preloads nothing.
    case hasOtherRights
    /// Dispatch is linked into the program itself, where no call can be intercepted.
    case containsDispatch
    /// This library takes the place of the C library's memory functions.
    case hasAllocator(library: String)
    /// It was built with this sanitizer, whose runtime takes the place of the C library's calls.
    case isSanitized(String)
    /// The program or the library that takes control needs this library, which is not there.
    case lacksLibrary(String, isOurs: Bool)
    /// A file that is loaded needs a newer version of this library.
    case hasOldLibrary(String, version: String, file: String)
    /// Its Swift runtime, at this path, does not go together with ours: one has no such symbol.
    case otherSwift(runtime: String, symbol: String)
  }

  /// - Parameter preload: the library that takes control.
  /// - Throws: `Obstacle`, the first one that is found.
  package static func check(_ path: String, preload: String) throws(Obstacle) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw .cannotBeRead }
    if facts.st_mode & S_IFMT == S_IFDIR { throw .isFolder }
    guard access(path, X_OK) == 0 else { throw .isNotExecutable }
    let takesUser = facts.st_mode & S_ISUID != 0 && facts.st_uid != getuid()
    let takesGroup = facts.st_mode & S_ISGID != 0 && facts.st_gid != getgid()
    if takesUser || takesGroup || hasCapabilities(path) {
      throw .hasOtherRights
    }
    guard let image = ElfImage(path: path) else { throw .cannotBeRead }
    if image.bytes.starts(with: [UInt8(ascii: "#"), UInt8(ascii: "!")]) {
      let line = image.bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }
      let words = String(decoding: line.prefix(256), as: UTF8.self).split(separator: " ")
      throw .isScript(interpreter: words.first.map(String.init) ?? "?")
    }
    try check(image, at: path, preload)
  }

  /// The paths of the libraries that a program is linked to, with the one that takes control, in the order in
  /// which they are loaded; the program is not started.
  package static func libraries(of path: String, preload: String) -> [String] {
    LoaderTrace(of: path, preload: preload).loaded.filter { $0.hasPrefix("/") }
  }

  private static func hasCapabilities(_ path: String) -> Bool {
    // Not imported.
    typealias Get =
      @convention(c) (
        UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
      ) -> Int
    guard let symbol = dlsym(nil, "getxattr") else { return false }
    return unsafeBitCast(symbol, to: Get.self)(path, "security.capability", nil, 0) > 0
  }

  private static func check(_ image: ElfImage, at path: String, _ preload: String) throws(Obstacle) {
    guard image.bytes.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else { throw .isNoProgram }
    guard image.is64Bit else { throw .otherProcessor("32-bit") }
    guard image.machine == ElfImage.ownMachine else { throw .otherProcessor(image.machineName) }
    guard let linker = image.interpreter else { throw .isStatic }
    guard linker.contains("/ld-linux") else { throw .otherLibrary(linker: linker) }
    // Every copy of libdispatch names its root queues so. A program without one does not load the library
    // either, or loads it later and is none of this kind.
    let mark = Array("com.apple.root.default-qos".utf8)
    if !image.needs("libdispatch.so"), image.contains(mark) { throw .containsDispatch }
    let trace = LoaderTrace(of: path, preload: preload)
    if let obstacle = ForeignRuntime.obstacle(in: image, trace) { throw obstacle }
    if let obstacle = SharedRuntime.obstacle(trace, preload: preload) { throw obstacle }
  }
}

/// What takes the place of the C library's memory functions, or of its calls, before gcdcheck can, so that
/// the program dies or hangs before its first instruction: allocators and the runtimes of sanitizers.
enum ForeignRuntime {
  /// Libraries by the beginning of their file's name.
  private static let allocators = ["libtcmalloc", "libjemalloc", "libmimalloc"]
  private static let sanitizers = [
    ("libasan.", "AddressSanitizer"), ("libtsan.", "ThreadSanitizer"), ("liblsan.", "LeakSanitizer"),
    ("libhwasan.", "HWAddressSanitizer"), ("libclang_rt.asan", "AddressSanitizer"),
    ("libclang_rt.tsan", "ThreadSanitizer"),
  ]

  /// Entry points of runtimes that are linked into the program, which then exports them.
  private static let entryPoints = [
    ("__asan_init", "AddressSanitizer"), ("__tsan_init", "ThreadSanitizer"), ("__lsan_init", "LeakSanitizer"),
    ("__msan_init", "MemorySanitizer"), ("__hwasan_init", "HWAddressSanitizer"),
  ]

  /// The first one that a program, or `LD_PRELOAD`, brings along.
  static func obstacle(in image: ElfImage, _ trace: LoaderTrace) -> ProgramFile.Obstacle? {
    for (symbol, name) in entryPoints where image.hasDynamicName(symbol) { return .isSanitized(name) }
    for file in trace.names {
      if allocators.contains(where: { file.hasPrefix($0) }) { return .hasAllocator(library: file) }
      if let known = sanitizers.first(where: { file.hasPrefix($0.0) }) { return .isSanitized(known.1) }
    }
    return nil
  }
}

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
