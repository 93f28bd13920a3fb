// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary
import Testing

/// Rounds that repeat are folded; nothing is lost.
@Suite struct LoopTests {
  /// Steps by letters: each stands for a action of its own.
  private func page(_ deeds: String) throws -> HtmlPage {
    var finding = Sample.mainAndQueue
    finding.recordedTrace = RecordedTrace(
      deeds.enumerated().map { index, letter in
        RecordedTrace.Step(StepLine(index, "worker 1", .yield, ObjectName(.lock, label: String(letter))))
      }, of: deeds.count)
    return try SchedulePage(finding).page
  }

  private func loops(_ deeds: String) throws -> [String] {
    try page(deeds).all("tr", "loop").map { $0.text.replacing("&#x21BB; ", with: "") }
  }

  @Test func roundsAreToldOnce() throws {
    #expect(try loops("xyabababz") == ["steps 2 to 7: the same 2 steps, 3 times"])
    #expect(try loops("aaaa") == ["steps 0 to 3: the same step, 4 times"])
    #expect(try loops("abab") == [])
    #expect(try loops("abcdef") == [])
  }

  @Test func oneLoopFollowsAnother() throws {
    #expect(
      try loops("aaabcbcbcz") == [
        "steps 0 to 2: the same step, 3 times", "steps 3 to 8: the same 2 steps, 3 times",
      ])
  }

  @Test func everyStepIsStillThere() throws {
    let page = try page("xyababababz")
    let rows = page.elements.filter { $0.name == "tr" && $0.attributes["data-step"] != nil }
    #expect(rows.map { $0.attributes["data-step"] } == (0..<11).map(String.init))
    #expect(page.all("tr", "unfold").map(\.text) == ["the other 3 rounds, 6 steps"])
    #expect(page.all("tbody", "fold").count == 1)
  }
}
