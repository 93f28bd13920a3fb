// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDUnwind
import Glibc
import Testing

@testable import GCDRuntime

/// Functions, files, lines and inlined frames are the same whichever program reads them.
@Suite struct ReaderAgreementTests {
  /// All that are on this machine: the toolchain's, those of the system, and addr2line, which stands beside
  /// every linker.
  private static let programs: [ReaderProgram] = {
    let here = ReaderSearch.here
    let searches = [
      here, ReaderSearch(runtimeFolder: nil, folders: here.folders),
      ReaderSearch(runtimeFolder: nil, folders: []),
      ReaderSearch(runtimeFolder: here.runtimeFolder, folders: [], libraryFolders: []),
    ]
    let paths: [String] = here.folders.map { $0 + "/addr2line" }.filter { access($0, X_OK) == 0 }
    return (searches.compactMap(\.best) + paths.prefix(1).compactMap(ReaderProgram.init))
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }()

  @Test func bothKindsAreHere() {
    #expect(Set(ReaderAgreementTests.programs.map(\.kind)) == [.llvmSymbolizer, .addr2line])
  }

  @Test func theyAgreeOnAStackAndOnFunctions() throws {
    let addresses = ReaderAgreementTests.addresses()
    #expect(addresses.count > 200)
    let expected = ReaderAgreementTests.frames(of: addresses, by: ReaderAgreementTests.programs[0])
    #expect(expected.filter { $0.last?.function.isEmpty == false }.count > 200)
    #expect(expected.joined().filter { $0.isUserCode && $0.line > 0 }.count > 100)
    for program in ReaderAgreementTests.programs.dropFirst() {
      let frames = ReaderAgreementTests.frames(of: addresses, by: program)
      // Between functions there is filling, which nothing returns to, and some readers give it a name.
      for (found, wanted) in zip(frames, expected) where wanted.last?.function.isEmpty == false {
        #expect(found == wanted, "\(program.path)")
      }
    }
  }

  @Test(arguments: programs) func columnsAreToldWhereTheyAreKnown(_ program: ReaderProgram) throws {
    let symbolizer = Symbolizer(program: program)
    defer { symbolizer.stop() }
    let address = try #require(ReaderAgreementTests.addresses().dropFirst().first)
    let frame = try #require(symbolizer.frames(for: [address])[0].first)
    #expect(frame.line > 0)
    #expect((frame.column > 0) == program.knowsColumns)
  }

  private static func frames(of addresses: [UInt], by program: ReaderProgram) -> [[SymbolizedFrame]] {
    let symbolizer = Symbolizer(program: program)
    defer { symbolizer.stop() }
    return symbolizer.frames(for: addresses).map { rows in
      rows.map { row in
        var row = row
        row.column = 0
        return row
      }
    }
  }

  /// The stack of the caller, and places in and around its functions: instructions of all sorts.
  @inline(never) private static func addresses() -> [UInt] {
    var pcs = [UInt](repeating: 0, count: 60)
    let count = Int(gcdc_unwind_here(&pcs, 60))
    let stack = Array(pcs[..<count])
    return stack + stack.prefix(6).flatMap { start in (1...60).map { start &+ UInt($0 * 97) } }
  }
}
#endif
