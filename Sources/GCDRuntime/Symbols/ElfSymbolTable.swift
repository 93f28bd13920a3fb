// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// The functions, or the variables, that a 64-bit ELF file names, in its `.symtab` or else its `.dynsym`.
final class ElfSymbolTable {
  /// Symbol types of ELF.
  enum Kind: UInt8 {
    case variables = 1
    case functions = 2
  }

  private struct Symbol {
    var start: UInt64
    var size: UInt64
    /// Offset of its name in the file.
    var name: Int
  }

  /// The file, mapped for as long as this lives; every read is checked against `count`.
  private let bytes: UnsafeRawBufferPointer
  /// Sorted by `start`; of those with one start, the longest is last, and of equally long ones the last of
  /// the file, as llvm-symbolizer chooses.
  private var symbols: [Symbol] = []
  /// The file has debug information with lines.
  private(set) var hasLines = false

  /// Nil when the file cannot be read or is no 64-bit little-endian ELF.
  init?(path: String, of kind: Kind = .functions) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_size > 64 else { return nil }
    let size = Int(facts.st_size)
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0), start != MAP_FAILED else {
      return nil
    }
    bytes = UnsafeRawBufferPointer(start: start, count: size)
    guard bytes.prefix(6).elementsEqual([0x7f, 0x45, 0x4c, 0x46, 2, 1]) else { return nil }
    symbols = readSymbols(kind)
    hasLines = hasSection(named: ".debug_line", in: sections())
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// The mangled name of the function or variable that holds the address of the file; nil between them.
  func name(at address: UInt64) -> String? {
    var low = 0
    var high = symbols.count
    while low < high {
      let middle = (low + high) / 2
      if symbols[middle].start <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let symbol = symbols[low - 1]
    // Assembly often gives no size: such a function reaches to the next one.
    guard symbol.size == 0 || address < symbol.start + symbol.size else { return nil }
    guard symbol.name < bytes.count else { return nil }
    return String(decoding: bytes[symbol.name...].prefix { $0 != 0 }, as: UTF8.self)
  }

  func name(at address: UInt) -> String? { name(at: UInt64(address)) }

  private func load<Value: FixedWidthInteger>(_ type: Value.Type, _ offset: Int) -> Value? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Value>.size else { return nil }
    return bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// A row of the section header table.
  private struct Section {
    /// Offset of its name in the section of names.
    var name: Int
    var type: UInt32
    var offset: Int
    var size: Int
    var link: Int
  }

  private func sections() -> [Section] {
    guard let table = load(UInt64.self, 40), let width = load(UInt16.self, 58),
      let count = load(UInt16.self, 60)
    else { return [] }
    return (0..<Int(count)).compactMap { index in
      let row = Int(clamping: table) &+ index * Int(width)
      guard let name = load(UInt32.self, row), let type = load(UInt32.self, row + 4),
        let offset = load(UInt64.self, row + 24),
        let size = load(UInt64.self, row + 32), let link = load(UInt32.self, row + 40)
      else { return nil }
      return Section(
        name: Int(name), type: type, offset: Int(clamping: offset), size: Int(clamping: size), link: Int(link)
      )
    }
  }

  private func hasSection(named name: String, in sections: [Section]) -> Bool {
    guard let index = load(UInt16.self, 62), sections.indices.contains(Int(index)) else { return false }
    let names = sections[Int(index)].offset
    return sections.contains { section in
      let start = names &+ section.name
      guard start >= 0, start < bytes.count else { return false }
      return bytes[start...].prefix { $0 != 0 }.elementsEqual(name.utf8)
    }
  }

  private func readSymbols(_ kind: Kind) -> [Symbol] {
    let sections = sections()
    let fullTable: UInt32 = 2
    let dynamicTable: UInt32 = 11
    guard
      let table = sections.first(where: { $0.type == fullTable })
        ?? sections.first(where: { $0.type == dynamicTable }),
      sections.indices.contains(table.link), table.size <= bytes.count
    else { return [] }
    let names = sections[table.link].offset
    var result: [Symbol] = []
    result.reserveCapacity(table.size / 24)
    for row in stride(from: table.offset, to: table.offset + table.size, by: 24) {
      guard let name = load(UInt32.self, row), let info = load(UInt8.self, row + 4),
        let section = load(UInt16.self, row + 6), let start = load(UInt64.self, row + 8),
        let size = load(UInt64.self, row + 16)
      else { break }
      if info & 0xf == kind.rawValue, section != 0, start != 0 {
        result.append(Symbol(start: start, size: size, name: names &+ Int(name)))
      }
    }
    // The order of the rows decides between equals; sorting keeps it only where it is told to.
    return result.enumerated().sorted {
      ($0.element.start, $0.element.size, $0.offset) < ($1.element.start, $1.element.size, $1.offset)
    }
    .map(\.element)
  }
}
#endif
