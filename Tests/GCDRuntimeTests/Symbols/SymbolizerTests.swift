// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDUnwind
import Foundation
import Glibc
import Testing

@testable import GCDRuntime

/// Addresses become frames of source code.
@Suite(.serialized) struct SymbolizerTests {
  private let symbolizer: Symbolizer

  init() {
    symbolizer = Symbolizer(program: ReaderSearch.find())
  }

  @Test func functionFileLineAndColumn() throws {
    let place = Place.here()
    defer { symbolizer.stop() }
    let frame = try #require(symbolizer.frames(for: [place.address]).first?.last)
    #expect(frame.function == "SymbolizerTests.functionFileLineAndColumn()")
    #expect(frame.file?.hasSuffix("Tests/GCDRuntimeTests/Symbols/SymbolizerTests.swift") == true)
    #expect(frame.line == place.line)
    #expect(frame.column > 1)
    #expect(frame.module == "GCDRuntimeTests")
    #expect(frame.isUserCode)
    #expect(!frame.isInlined)
    #expect(!frame.image.isEmpty)
  }

  @Test func closures() throws {
    defer { symbolizer.stop() }
    let place = [0].map { _ in Place.here() }[0]
    let frames = symbolizer.frames(for: [place.address])[0]
    #expect(frames.last?.function == "closure #1 in SymbolizerTests.closures()", "\(frames)")
  }

  @Test func manyAtOnceInOrder() {
    defer { symbolizer.stop() }
    let stack = Place.stack()
    let twice = symbolizer.frames(for: stack + stack.reversed())
    #expect(twice.count == 2 * stack.count)
    #expect(Array(twice.prefix(stack.count)) == twice.suffix(stack.count).reversed())
    #expect(twice.allSatisfy { !$0.isEmpty })
  }

  @Test func aProcessThatDiesIsReplaced() throws {
    defer { symbolizer.stop() }
    _ = symbolizer.frames(for: [Place.here().address])
    let first = try #require(symbolizer.processID)
    kill(first, SIGKILL)
    let place = Place.here()
    #expect(symbolizer.frames(for: [place.address])[0].last?.line == place.line)
    #expect(symbolizer.processID != first)
  }

  @Test func whatIsKnownNeedsNoProcess() {
    let place = Place.here()
    let before = symbolizer.frames(for: [place.address])
    symbolizer.stop()
    #expect(symbolizer.frames(for: [place.address]) == before)
    #expect(symbolizer.processID == nil)
  }

  @Test func preparedAnswersAreThere() {
    defer { symbolizer.stop() }
    let place = Place.here()
    symbolizer.prepare(for: [place.address])
    let other = Place.here()
    let frames = symbolizer.frames(for: [other.address, place.address])
    #expect(frames[0].last?.line == other.line)
    #expect(frames[1].last?.line == place.line)
  }

  @Test func withoutAProgramThereAreNamesAndNoLines() throws {
    let plain = Symbolizer(program: nil)
    let frame = plain.frames(for: [Place.here().address])[0][0]
    #expect(frame.function.hasPrefix("SymbolizerTests.withoutAProgram"), "\(frame)")
    #expect(frame.file == nil && frame.line == 0 && frame.column == 0)
    #expect(frame.isUserCode)
    // It starts, and takes nothing of what it is asked.
    let folder = NSTemporaryDirectory() + "/gcdcheck-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let useless = folder + "/llvm-symbolizer"
    try FileManager.default.createSymbolicLink(atPath: useless, withDestinationPath: "/bin/true")
    let broken = Symbolizer(program: ReaderProgram(path: useless))
    let named = broken.frames(for: [Place.here().address])[0][0]
    #expect(named.function.hasPrefix("SymbolizerTests.withoutAProgram"))
    let missing = Symbolizer(program: ReaderProgram(path: "/nowhere/llvm-symbolizer"))
    #expect(missing.frames(for: [Place.here().address])[0][0].line == 0)
    let gone = Symbolizer(program: ReaderProgram(path: "/nowhere/addr2line"))
    #expect(gone.frames(for: [Place.here().address])[0][0].function == frame.function)
  }

  @Test func librariesAreNotUserCode() throws {
    defer { symbolizer.stop() }
    let function = try #require(dlsym(nil, "qsort"))
    let frame = symbolizer.frames(for: [UInt(bitPattern: function) + 5])[0][0]
    #expect(frame.function.hasPrefix("qsort"), "\(frame)")
    #expect(frame.image.hasPrefix("libc.so"))
    #expect(!frame.isUserCode)
    let runtime = try #require(dlsym(nil, "swift_retain"))
    #expect(!symbolizer.frames(for: [UInt(bitPattern: runtime) + 1])[0][0].isUserCode)
  }

  @Test func addressesOfNothing() {
    let frames = symbolizer.frames(for: [0, 16, UInt.max])
    #expect(frames == [[.unknown], [.unknown], [.unknown]])
    #expect(symbolizer.processID == nil)
  }

  /// Where a test called `here()`.
  private struct Place {
    var address: UInt
    var line: Int

    @inline(never) static func here(line: Int = #line) -> Place {
      var pcs = [UInt](repeating: 0, count: 8)
      gcdc_unwind_here(&pcs, 8)
      return Place(address: pcs[1], line: line)
    }

    @inline(never) static func stack() -> [UInt] {
      var pcs = [UInt](repeating: 0, count: 100)
      let count = gcdc_unwind_here(&pcs, 100)
      return Array(pcs[..<Int(count)])
    }
  }
}
#endif
