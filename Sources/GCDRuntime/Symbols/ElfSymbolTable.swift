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

  private let file: MappedFile
  /// The rows of the table as they are in the file: most processes ask for a few names, and sorting the rows
  /// of a big library takes longer than their whole report.
  private var rows = UnsafeBufferPointer<Elf64_Sym>(start: nil, count: 0)
  private let kind: Kind
  /// Of the names, in the file.
  private var names = 0
  /// The file has debug information with lines.
  private(set) var hasLines = false

  /// Nil when the file cannot be read or is no 64-bit little-endian ELF.
  init?(path: String, of kind: Kind = .functions) {
    guard let file = MappedFile(path: path), file.isElf64 else { return nil }
    self.file = file
    self.kind = kind
    let sections = sections()
    findRows(in: sections)
    hasLines = hasSection(named: ".debug_line", in: sections)
  }

  /// The mangled name of the function or variable that holds the address of the file; nil between them.
  ///
  /// Of those with the last start before the address it is the longest, and of equally long ones the last of
  /// the file, as llvm-symbolizer chooses.
  func name(at address: UInt64) -> String? {
    var best = -1
    var start: UInt64 = 1
    var size: UInt64 = 0
    var row = 0
    // What a debug build is quick at: values of its own, and no closure.
    let (rows, count, type) = (rows, rows.count, kind.rawValue)
    while row < count {
      let symbol = rows[row]
      if symbol.st_value >= start, symbol.st_value <= address, symbol.st_info & 0xf == type,
        symbol.st_shndx != 0, symbol.st_value > start || symbol.st_size >= size
      {
        best = row
        start = symbol.st_value
        size = symbol.st_size
      }
      row += 1
    }
    // Assembly often gives no size: such a function reaches to the next one.
    guard best >= 0, size == 0 || address < start + size else { return nil }
    let name = names &+ Int(rows[best].st_name)
    guard name < file.bytes.count else { return nil }
    return String(decoding: file.characters(at: name), as: UTF8.self)
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

  private func findRows(in sections: [Section]) {
    let fullTable: UInt32 = 2
    let dynamicTable: UInt32 = 11
    guard
      let table = sections.first(where: { $0.type == fullTable })
        ?? sections.first(where: { $0.type == dynamicTable }),
      sections.indices.contains(table.link), table.offset >= 0, table.offset <= file.bytes.count,
      table.size <= file.bytes.count - table.offset, let bytes = file.bytes.baseAddress,
      UInt(bitPattern: bytes + table.offset) % UInt(MemoryLayout<Elf64_Sym>.alignment) == 0
    else { return }
    names = sections[table.link].offset
    // As long as the file is mapped.
    rows = UnsafeBufferPointer(
      start: (bytes + table.offset).assumingMemoryBound(to: Elf64_Sym.self),
      count: table.size / MemoryLayout<Elf64_Sym>.stride)
  }
}
#endif
