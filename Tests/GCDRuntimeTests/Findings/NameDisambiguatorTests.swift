// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import Testing

@testable import GCDRuntime

/// What is shown of a place decides whether two objects are told apart by it.
@Suite struct NameDisambiguatorTests {
  private func object(_ ordinal: Int, _ line: Int, _ column: Int) -> ObjectName {
    ObjectName(
      .semaphore, created: CodeLocation(file: "a.swift", line: line, column: column), ordinal: ordinal)
  }

  @Test func twoOfOneLineAreNumbered() {
    let names = [object(3, 7, 10), object(5, 7, 40), object(6, 8, 10)]
    let told = names.map(NameDisambiguator(names).distinguishing)
    #expect(told.map(\.isPlaceShared) == [true, true, false])
    #expect(told.map(\.ordinal) == [1, 2, 6])
    // The same without columns.
    let plain = [object(3, 7, 0), object(5, 7, 0), object(6, 8, 0)]
    #expect(plain.map(NameDisambiguator(plain).distinguishing).map(\.ordinal) == [1, 2, 6])
  }
}
#endif
