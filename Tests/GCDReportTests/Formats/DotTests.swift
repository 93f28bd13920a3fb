// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDReportFormats
import Testing

/// The wait-for graphs, read back by a tokenizer of Graphviz' language.
@Suite struct DotTests {
  @Test(arguments: Sample.runs.map(\.name)) func everyRunIsAGraph(name: String) throws {
    let events = try #require(Sample.runs.first { $0.name == name }?.events)
    let graph = try DotGraph(Renderer.render(events, as: .dot))
    for (from, to, _) in graph.edges {
      #expect(graph.nodes.keys.contains(from))
      #expect(graph.nodes.keys.contains(to))
    }
  }

  @Test func theCircleIsRedAndClosed() throws {
    let events: [ReportEvent] = [.finding(FindingFound(test: "t", Sample.mainAndQueue))]
    let graph = try DotGraph(Renderer.render(events, as: .dot))
    let red = graph.edges.filter { $0.attributes["color"] == "#c62828" }
    func label(_ node: String) -> String {
      String(graph.nodes[node]?["label"]?.split(separator: "\n").first ?? "")
    }
    #expect(
      red.map { [label($0.from), label($0.to)] } == [
        ["main thread", "queue \"com.acme.cache\""], ["queue \"com.acme.cache\"", "worker 1"],
        ["worker 1", "main queue"], ["main queue", "main thread"],
      ])
    #expect(
      red.map { $0.attributes["label"] } == [
        "sync\nCache.swift:31", "runs on", "sync\nCache.swift:44", "runs on",
      ])
    #expect(graph.edges.count == red.count)
  }

  @Test func whoWaitsForNobodyIsInNoCircle() throws {
    let events: [ReportEvent] = [.finding(FindingFound(test: "t", Sample.groupNotify))]
    let graph = try DotGraph(Renderer.render(events, as: .dot))
    #expect(!graph.edges.isEmpty)
    #expect(graph.edges.allSatisfy { $0.attributes["color"] == nil })
    #expect(graph.nodes.values.contains { $0["label"] == "nothing left" })
  }

  @Test func everyWaitIsDrawn() throws {
    for (name, finding) in Sample.all {
      let graph = try DotGraph(Renderer.render([.finding(FindingFound(test: "t", finding))], as: .dot))
      let waits = finding.code <= "GCD108" && finding.code > "GCD100"
      #expect(
        graph.edges.isEmpty == !(waits || name.hasPrefix("GCD205") || name.hasPrefix("GCD301")), "\(name)")
    }
  }

  @Test func strangeNamesStayText() throws {
    var finding = Sample.ownQueue
    let odd = ObjectName(.serialQueue, label: "a\"]; \\ } -> \n{ü")
    finding.kind = .syncOnOwnQueue(
      RecursiveSync(participant: "worker 1", .sync, onto: odd, held: odd, chain: [odd], hold: .queue))
    let graph = try DotGraph(Renderer.render([.finding(FindingFound(test: "t", finding))], as: .dot))
    #expect(graph.nodes.values.contains { $0["label"] == "queue \"a\"]; \\ } -> \\n{ü\"" })
    #expect(graph.edges.count == 2)
  }

  @Test func whatIsLeftOutIsCounted() throws {
    let text = Renderer.render(Sample.many(1_000), as: .dot)
    let graph = try DotGraph(text)
    #expect(graph.clusters == 40)
    #expect(text.contains("860 further graphs left out: only the worst are drawn"))
    #expect(text.contains("100 findings in which nothing waits"))
  }
}
