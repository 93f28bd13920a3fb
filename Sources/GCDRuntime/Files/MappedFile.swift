// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// A file in memory for as long as this lives; nothing outside of it is read.
package final class MappedFile {
  package let bytes: UnsafeRawBufferPointer

  /// Nil when the file cannot be read or is empty.
  package init?(path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_size > 0 else { return nil }
    guard let start = mmap(nil, Int(facts.st_size), PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: Int(facts.st_size))
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// A 64-bit little-endian ELF file (System V ABI, chapter 4).
  package var isElf64: Bool {
    bytes.count > 64 && bytes.prefix(6).elementsEqual([0x7f, 0x45, 0x4c, 0x46, 2, 1])
  }

  /// The number at an offset; nil outside of the file.
  package func load<Value: FixedWidthInteger>(_ type: Value.Type, _ offset: Int) -> Value? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Value>.size else { return nil }
    return bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// The bytes from an offset to the next that is 0; empty outside of the file.
  package func characters(at offset: Int) -> Slice<UnsafeRawBufferPointer> {
    guard bytes.indices.contains(offset) else { return bytes[bytes.count...] }
    return bytes[offset...].prefix { $0 != 0 }
  }
}
#endif
