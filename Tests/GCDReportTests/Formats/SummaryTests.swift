// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
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
