// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDReportFormats
import Testing

/// The summary of a step of GitHub Actions.
@Suite struct SummaryTests {
  @Test func theMarkSaysHowItWent() {
    func first(_ events: [ReportEvent]) -> Substring {
      Renderer.render(events, as: .summary).prefix { $0 != "\n" }
    }
    #expect(first(Sample.cleanRun) == "## ✅ gcdcheck")
    #expect(first(Sample.testRun) == "## ❌ gcdcheck")
    #expect(first(Sample.scenarioRun) == "## ❌ gcdcheck")
    #expect(first(Sample.cleanRun.dropLast()) == "## ❌ gcdcheck")
    #expect(
      first([.finding(FindingFound(test: "t", Sample.leftEntered))] + Sample.cleanRun) == "## ⚠️ gcdcheck")
  }

  /// The circle of the worst findings is drawn, beside the text that says the same.
  @Test func waitsAreDrawn() {
    let text = Renderer.render([.finding(FindingFound(test: "t", Sample.mainAndQueue))], as: .summary)
    #expect(
      text.contains(
        """
        ```mermaid
        flowchart LR
          n0["main thread"]
          n1[["queue #34;com.acme.cache#34;<br>made at Cache.swift:12"]]
          n2["worker 1"]
          n3[["main queue"]]
          n0 -->|"sync<br>Cache.swift:31"| n1
          n1 -.->|"runs on"| n2
        """))
    #expect(text.contains("  linkStyle 0,1,2,3 stroke:#c62828"))
    let many = Renderer.render(Sample.many(40), as: .summary)
    #expect(many.split(separator: "\n").count { $0 == "```mermaid" } == 10)
    // Nobody waits in a test that throws.
    #expect(
      !Renderer.render([.finding(FindingFound(test: "t", Sample.thrown))], as: .summary).contains("mermaid"))
  }

  @Test func strangeNamesAreNumbersToMermaid() {
    var finding = Sample.ownQueue
    let odd = ObjectName(.serialQueue, label: "a\"]; `b` <c> #d;\nü")
    finding.kind = .syncOnOwnQueue(
      RecursiveSync(participant: "worker 1", .sync, onto: odd, held: odd, chain: [odd], hold: .queue))
    let text = Renderer.render([.finding(FindingFound(test: "t", finding))], as: .summary)
    #expect(
      text.contains(
        #"n1[["queue #34;a#34;#93;#59; #96;b#96; #60;c#62; #35;d#59;#92;nü#34;"]]"#))
  }

  @Test func namesMeanNothingToMarkdown() {
    var finding = Sample.thrown
    finding.kind = .testFailed(TestFailure(.thrown(error: "a|b <c> `d`\n*e* ```` "), by: "worker 1"))
    let text = Renderer.render([.finding(FindingFound(test: "t_1", finding))], as: .summary)
    #expect(text.contains(#"a\|b &lt;c&gt; \`d\`\\n\*e\* \`\`\`\`"#))
    #expect(text.contains(#"| t\_1 |"#))
    // The report is fenced by more backticks than it has in a row.
    #expect(text.contains("\n`````text\n"))
    #expect(text.contains("\n`````\n\n</details>"))
  }
}
