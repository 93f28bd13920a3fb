// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDReportFormats
import Testing

@testable import gcdcheck

/// Event streams, whole and of shards: shown, put together, or refused in one sentence.
@Suite struct StreamFuzzTests {
  @Test func thereIsACorpus() {
    #expect(Corpus.streams.count > 20)
    #expect(Corpus.shards.count >= 2)
  }

  @Test func streamsAreShownOrRefused() throws {
    var turn = 0
    let inputs = Fuzzing("stream", share: 160) { Mutation.text($0.pick(Corpus.streams), &$0) }
    try inputs.each { text in
      turn += 1
      let events: [ReportEvent]
      do {
        events = EventStream.gathered(try EventStream.decode(text))
      } catch let failure as EventStream.Failure {
        try #require(!failure.description.isEmpty)
        return
      }
      let format = ReportFormat.allCases[turn % ReportFormat.allCases.count]
      _ = Renderer.render(events, as: format)
    }
  }

  @Test func shardsArePutTogetherOrRefused() throws {
    let inputs = Fuzzing("merge", share: 80) { dice in
      var texts = Corpus.shards
      let one = dice.below(texts.count)
      texts[one] = Mutation.text(texts[one], &dice)
      return texts.joined(separator: "\u{1}")
    }
    try inputs.each { text in
      let parts = text.split(separator: "\u{1}", omittingEmptySubsequences: false)
      do {
        let read = try parts.enumerated().map {
          try ShardStream(file: "shard-\($0.offset)", text: String($0.element))
        }
        for streams in [try ShardStreams(read), try ShardStreams(read + read)] {
          for test in streams.first.tests {
            guard let merged = MergedTest(streams, test.started.test) else { continue }
            _ = Renderer.render([.testEnded(merged.ended)] + merged.findings.map { .finding($0) }, as: .text)
          }
        }
      } catch let refusal as CommandError {
        try #require(refusal.status != .asExpected)
        try #require(!refusal.message.contains("\n"), "more than one line: \(refusal.message)")
      }
    }
  }
}
