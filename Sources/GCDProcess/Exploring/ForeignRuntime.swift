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
  static func obstacle(in image: ElfImage, _ trace: LoaderTrace) -> ProgramFile.Obstacle? {
    for (symbol, name) in entryPoints where image.hasDynamicName(symbol) { return .isSanitized(name) }
    for file in trace.names {
      if allocators.contains(where: { file.hasPrefix($0) }) { return .hasAllocator(library: file) }
      if let known = sanitizers.first(where: { file.hasPrefix($0.0) }) { return .isSanitized(known.1) }
    }
    return nil
  }
}
#endif
