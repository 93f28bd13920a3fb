// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM

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

  private let file: MappedFile
  /// Sorted by `start`; of those with one start, the longest is last, and of equally long ones the last of
  /// the file, as llvm-symbolizer chooses.
  private var symbols: [Symbol] = []
  /// The file has debug information with lines.
  private(set) var hasLines = false

  /// Nil when the file cannot be read or is no 64-bit little-endian ELF.
  init?(path: String, of kind: Kind = .functions) {
    guard let file = MappedFile(path: path), file.isElf64 else { return nil }
    self.file = file
    symbols = readSymbols(kind)
    hasLines = hasSection(named: ".debug_line", in: sections())
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
    guard symbol.name < file.bytes.count else { return nil }
    return String(decoding: file.characters(at: symbol.name), as: UTF8.self)
  }

  func name(at address: UInt) -> String? { name(at: UInt64(address)) }

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
    guard let table = file.load(UInt64.self, 40), let width = file.load(UInt16.self, 58),
      let count = file.load(UInt16.self, 60)
    else { return [] }
    return (0..<Int(count)).compactMap { index in
      let row = Int(clamping: table) &+ index * Int(width)
      guard let name = file.load(UInt32.self, row), let type = file.load(UInt32.self, row + 4),
        let offset = file.load(UInt64.self, row + 24),
        let size = file.load(UInt64.self, row + 32), let link = file.load(UInt32.self, row + 40)
      else { return nil }
      return Section(
        name: Int(name), type: type, offset: Int(clamping: offset), size: Int(clamping: size), link: Int(link)
      )
    }
  }

  private func hasSection(named name: String, in sections: [Section]) -> Bool {
    guard let index = file.load(UInt16.self, 62), sections.indices.contains(Int(index)) else { return false }
    let names = sections[Int(index)].offset
    return sections.contains { section in
      file.characters(at: names &+ section.name).elementsEqual(name.utf8)
    }
  }

  private func readSymbols(_ kind: Kind) -> [Symbol] {
    let sections = sections()
    let fullTable: UInt32 = 2
    let dynamicTable: UInt32 = 11
    guard
      let table = sections.first(where: { $0.type == fullTable })
        ?? sections.first(where: { $0.type == dynamicTable }),
      sections.indices.contains(table.link), table.size <= file.bytes.count
    else { return [] }
    let names = sections[table.link].offset
    var result: [Symbol] = []
    result.reserveCapacity(table.size / 24)
    for row in stride(from: table.offset, to: table.offset + table.size, by: 24) {
      guard let name = file.load(UInt32.self, row), let info = file.load(UInt8.self, row + 4),
        let section = file.load(UInt16.self, row + 6), let start = file.load(UInt64.self, row + 8),
        let size = file.load(UInt64.self, row + 16)
      else { break }
      if info & 0xf == kind.rawValue, section != 0, start != 0 {
        result.append(Symbol(start: start, size: size, name: names &+ Int(name)))
      }
    }
    // The order of the rows decides between equals; sorting keeps it only where asked.
    return result.enumerated().sorted {
      ($0.element.start, $0.element.size, $0.offset) < ($1.element.start, $1.element.size, $1.offset)
    }
    .map(\.element)
  }
}
#endif
