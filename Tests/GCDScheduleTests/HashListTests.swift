// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@testable import GCDSchedule

@Suite struct HashListTests {
  @Test func hashesComeBackAsTheyWere() {
    let hashes: [UInt64] = [0, 1, .max, 0x0123_4567_89ab_cdef]
    for count in 0...hashes.count {
      #expect(HashList.hashes(HashList.text(Array(hashes[..<count]))) == Array(hashes[..<count]))
    }
  }

  @Test(arguments: ["A", "AAAA", "äöü", "AAAAAAAAAAA AAAA"])
  func anotherTextIsNone(_ text: String) { #expect(HashList.hashes(text) == nil) }
}
