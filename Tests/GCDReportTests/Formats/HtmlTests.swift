// Licensed under the Apache License, Version 2.0; see LICENSE.

import Foundation
import GCDReport
import GCDReportFormats
import Testing

/// The page, read back by a reader that accepts no mistake.
@Suite struct HtmlTests {
  private func page(_ findings: [Finding]) throws -> HtmlPage {
    try HtmlPage(
      Renderer.render(findings.map { .finding(FindingFound(test: "t", $0)) }, as: .html))
  }

  @Test(arguments: Sample.runs.map(\.name)) func thePageNeedsNothingElse(name: String) throws {
    let events = try #require(Sample.runs.first { $0.name == name }?.events)
    let source = Renderer.render(events, as: .html)
    let page = try HtmlPage(source)
    for element in page.elements {
      #expect(!["link", "img", "iframe", "object", "embed", "base"].contains(element.name))
      #expect(element.attributes["src"] == nil)
      if let target = element.attributes["href"] {
        #expect(page.elements.contains { "#" + ($0.attributes["id"] ?? "") == target })
      }
      #expect(!element.attributes.keys.contains { $0.hasPrefix("on") })
    }
    #expect(!source.contains("http:") && !source.contains("https:") && !source.contains("@import"))
    let ids = page.elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    for element in page.elements {
      if let target = element.attributes["for"] { #expect(ids.contains(target)) }
      for value in element.attributes.values {
        for match in value.matches(of: #/url\(#([^)]*)\)/#) { #expect(ids.contains(String(match.1))) }
      }
    }
    #expect(page.all("h1").count == 1)
  }

  @Test func everyKindOfFindingIsShownWithItsText() throws {
    let page = try page(Sample.all.map(\.finding))
    let signatures = Set(Sample.all.map(\.finding.signature))
    #expect(page.all("section", "finding").count == signatures.count)
    let texts = page.all("pre", "report").map(\.text)
    #expect(texts.count == signatures.count)
    var seen: Set<String> = []
    for (_, finding) in Sample.all where seen.insert(finding.signature).inserted {
      #expect(texts.contains { $0.hasPrefix(finding.headline) })
    }
  }

  @Test func theVerdictComesFirst() throws {
    func heading(_ events: [ReportEvent]) throws -> String {
      try #require(HtmlPage(Renderer.render(events, as: .html)).all("h1").first?.text)
    }
    #expect(try heading(Sample.testRun) == "1 error and 1 warning")
    #expect(try heading(Sample.scenarioRun) == "1 unexpected verdict")
    #expect(try heading(Sample.cleanRun) == "No findings")
    #expect(try heading(Sample.cleanRun.dropLast()) == "Cut off before the end")
  }

  @Test func theCircleIsDrawn() throws {
    let page = try page([Sample.mainAndQueue])
    let nodes = page.all("g", "node")
    #expect(nodes.count == 4)
    #expect(nodes.allSatisfy { $0.attributes["class"]?.hasSuffix(" hot") == true })
    #expect(page.all("g", "edge").count == 4)
    #expect(page.all("g", "hot").count == 8)
    // No box lies on another one.
    let boxes = page.elements.filter { $0.name == "rect" && $0.attributes["rx"] != nil }.map { box in
      ["x", "y", "width", "height"].map { Int(box.attributes[$0] ?? "") ?? -1 }
    }
    for (index, one) in boxes.enumerated() {
      for other in boxes.dropFirst(index + 1) {
        let isApart =
          one[0] + one[2] <= other[0] || other[0] + other[2] <= one[0] || one[1] + one[3] <= other[1]
          || other[1] + other[3] <= one[1]
        #expect(isApart, "\(one) \(other)")
      }
    }
  }

  @Test func eachThreadHasItsColumnAndLane() throws {
    let page = try page([Sample.mainAndQueueStepByStep])
    let rows = page.elements.filter { $0.name == "tr" && $0.attributes["data-step"] != nil }
    #expect(rows.compactMap { $0.attributes["data-step"] } == (0...10).map(String.init))
    #expect(page.all("th").prefix(3).map(\.text) == ["step", "main thread", "worker 1"])
    #expect(rows[9].attributes["class"] == "waits switch")
    #expect(rows[8].attributes["class"] == "clock")
    #expect(page.all("circle", "dot").count { $0.attributes["data-dot"] != nil } == 10)
  }

  @Test func everyStepHasItsStates() throws {
    let page = try SchedulePage(Sample.mainAndQueueStepByStep)
    #expect(
      page.states(after: 1) == [
        "main thread": "runs", "worker 1": "idle", "\"com.acme.net\"": "1 block to run",
        "\"com.acme.cache\"": "1 block to run", "main queue": "free", "group \"loading\"": "empty",
        "semaphore \"gate\"": "value 1", "lock \"guard\"": "free",
      ])
    #expect(
      page.states(after: 6) == [
        "main thread": "ready", "worker 1": "runs inside \"com.acme.cache\"",
        "\"com.acme.net\"": "1 block to run; suspended", "\"com.acme.cache\"": "runs on worker 1",
        "main queue": "free", "group \"loading\"": "count 1", "semaphore \"gate\"": "value 0",
        "lock \"guard\"": "held by worker 1",
      ])
    let end = page.states(after: 10)
    #expect(end["main thread"] == "waits in sync for \"com.acme.cache\"")
    #expect(end["\"com.acme.cache\""] == "runs on worker 1; main thread waits")
    #expect(end["main queue"] == "free; worker 1 waits")
    #expect(end["lock \"guard\""] == "free")
  }

  @Test func strangeTextStaysText() throws {
    var finding = Sample.thrown
    finding.kind = .testFailed(TestFailure(.thrown(error: "</script><b>&\"'\u{1}"), by: "worker <1>"))
    finding.context.test = "<t>"
    let page = try page([finding, Sample.mainAndQueueStepByStep])
    #expect(page.all("b").allSatisfy { !$0.text.isEmpty })
    #expect(page.all("h2").first?.text.contains("</script><b>&\"'") == true)
    let scripts = page.all("script").filter { $0.attributes["type"] == "application/json" }
    #expect(scripts.count == 1)
    #expect(scripts[0].text.contains("\\u003c/script>"))
  }

  @Test func aCourseSurvivesTheStream() throws {
    let event = ReportEvent.finding(FindingFound(test: "t", Sample.mainAndQueueStepByStep))
    #expect(try EventStream.decode(line: EventStream.encode(event)) == event)
    let damaged = EventStream.encode(event).replacing("[0,0,0,0,2,0,40,0,0]", with: "[0,9,0,0,2,0,40,0,0]")
    #expect(damaged != EventStream.encode(event))
    #expect(throws: EventStream.Failure.self) { try EventStream.decode(line: damaged) }
  }
}
