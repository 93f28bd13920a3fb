// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime
import Glibc

/// The parts of an ELF file that say how it is linked (System V ABI, chapters 4 and 5); nothing is believed
/// that is outside of the file.
struct ElfImage {
  private let file: MappedFile
  var bytes: UnsafeRawBufferPointer { file.bytes }

  /// Nil when the file cannot be read or is empty.
  init?(path: String) {
    guard let file = MappedFile(path: path) else { return nil }
    self.file = file
  }

  var is64Bit: Bool { file.isElf64 }

  var machine: UInt16 { file.load(UInt16.self, 18) ?? 0 }

  var machineName: String {
    switch machine {
    case 0x3e: "x86-64"
    case 0xb7: "aarch64"
    case 0xf3: "RISC-V"
    default: "machine \(machine)"
    }
  }

  static var ownMachine: UInt16 {
    #if arch(x86_64)
    0x3e
    #else
    0xb7
    #endif
  }

  /// The dynamic linker that the program asks for; nil for a static program.
  var interpreter: String? { segments.first { $0.type == 3 }.map { text(at: $0.offset) } }

  /// Whether the program asks for this library.
  func needs(_ library: String) -> Bool {
    let rows = dynamicRows
    guard let strings = rows.first(where: { $0.tag == 5 }).flatMap({ offset(of: $0.value) }) else {
      return false
    }
    return rows.contains { $0.tag == 1 && text(at: strings + Int(clamping: $0.value)) == library }
  }

  /// Whether the dynamic linker knows this name: the program defines it or asks for it.
  func hasDynamicName(_ name: String) -> Bool {
    let rows = dynamicRows
    guard let start = rows.first(where: { $0.tag == 5 }).flatMap({ offset(of: $0.value) }),
      let size = rows.first(where: { $0.tag == 10 })?.value
    else { return false }
    let (end, overflows) = start.addingReportingOverflow(Int(clamping: size))
    guard !overflows, start >= 0, end <= bytes.count else { return false }
    return contains([0] + Array(name.utf8) + [0], in: start..<max(start, end))
  }

  private var dynamicRows: [(tag: UInt64, value: UInt64)] {
    guard let dynamic = segments.first(where: { $0.type == 2 }) else { return [] }
    return stride(from: dynamic.offset, to: dynamic.offset + dynamic.size, by: 16).map { row in
      (tag: file.load(UInt64.self, row) ?? 0, value: file.load(UInt64.self, row + 8) ?? 0)
    }
  }

  /// Whether these bytes, at least one, occur anywhere in the file.
  func contains(_ pattern: [UInt8]) -> Bool { contains(pattern, in: 0..<bytes.count) }

  private func contains(_ pattern: [UInt8], in part: Range<Int>) -> Bool {
    var offset = part.lowerBound
    while offset <= part.upperBound - pattern.count,
      let found = memchr(
        bytes.baseAddress! + offset, Int32(pattern[0]), part.upperBound - pattern.count - offset + 1)
    {
      if memcmp(found, pattern, pattern.count) == 0 { return true }
      offset = UnsafeRawPointer(found) - bytes.baseAddress! + 1
    }
    return false
  }

  private struct Segment {
    var type: UInt32
    var offset: Int
    var address: UInt64
    var size: Int
  }

  private var segments: [Segment] {
    guard let table = file.load(UInt64.self, 32), let width = file.load(UInt16.self, 54),
      let count = file.load(UInt16.self, 56)
    else { return [] }
    return (0..<Int(count)).compactMap { index in
      let row = Int(clamping: table) &+ index * Int(width)
      guard let type = file.load(UInt32.self, row), let offset = file.load(UInt64.self, row + 8),
        let address = file.load(UInt64.self, row + 16), let size = file.load(UInt64.self, row + 32),
        let end = Int(exactly: offset).map({ $0.addingReportingOverflow(Int(clamping: size)) }),
        !end.overflow,
        end.partialValue <= bytes.count
      else { return nil }
      return Segment(type: type, offset: Int(offset), address: address, size: Int(size))
    }
  }

  /// Where in the file the byte is that is loaded at an address.
  private func offset(of address: UInt64) -> Int? {
    segments.first { $0.type == 1 && address >= $0.address && address - $0.address < UInt64($0.size) }
      .map { $0.offset + Int(address - $0.address) }
  }

  private func text(at offset: Int) -> String {
    String(decoding: file.characters(at: offset).prefix(4_096), as: UTF8.self)
  }
}
#endif
