// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

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
  static func obstacle(in image: ElfImage, at path: String, linker: String) -> ProgramFile.Obstacle? {
    for (symbol, name) in entryPoints where image.hasDynamicName(symbol) { return .isSanitized(name) }
    for file in loaded(by: path, linker: linker) {
      if allocators.contains(where: { file.hasPrefix($0) }) { return .hasAllocator(library: file) }
      if let known = sanitizers.first(where: { file.hasPrefix($0.0) }) { return .isSanitized(known.1) }
    }
    return nil
  }

  /// The names of all files that the dynamic linker would load for the program, which it does not start.
  private static func loaded(by path: String, linker: String) -> [String] {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return [] }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    let words = [linker, "--list", path]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var process = pid_t()
    let failure = posix_spawn(&process, linker, &actions, nil, &arguments, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard failure == 0 else { return [] }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(ends[0], &part, part.count), count != 0 {
      if count > 0 { text += part[..<count] } else if errno != EINTR { break }
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    // A row is a name, perhaps "=> FILE", and an address; what is preloaded is named by its path.
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { row in
      row.split(whereSeparator: { $0 == " " || $0 == "\t" }).first?.split(separator: "/").last.map(
        String.init)
    }
  }
}
#endif
