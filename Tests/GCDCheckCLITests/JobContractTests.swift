// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import Testing

@testable import gcdcheck

/// What the tool owes to the engine whose shard it takes.
@Suite struct JobContractTests {
  private static let bazel = ["TEST_SHARD_INDEX": "0", "TEST_TOTAL_SHARDS": "2"]

  private func contract(_ more: [String: String], of job: [String: String] = bazel) throws -> JobContract {
    let variables = job.merging(more) { $1 }
    return JobContract(try EngineShard(variables), variables)
  }

  @Test(arguments: [
    ("300", 290.0), ("60", 50), ("40", 30), ("2", 1.5), ("0", nil), ("-1", nil), ("soon", nil), ("", nil),
    ("nan", nil), ("1e300", nil),
  ])
  func timeEndsBeforeThatOfBazel(_ text: String, _ seconds: Double?) throws {
    #expect(try contract(["TEST_TIMEOUT": text]).timeLimit == seconds.map { .seconds($0) })
  }

  @Test func bazelGetsItsReportsNextToThoseThatAreAskedFor() throws {
    let files = ["XML_OUTPUT_FILE": "/x/test.xml", "TEST_UNDECLARED_OUTPUTS_DIR": "/x/out"]
    let contract = try contract(files)
    func paths(_ asked: [ReportRequest]) -> [String] {
      contract.reports(next: asked).map { "\($0.format.rawValue)=\($0.path ?? "")" }
    }
    let stream = "jsonl=/x/out/gcdcheck.jsonl"
    #expect(paths([]) == ["junit=/x/test.xml", stream])
    #expect(paths([ReportRequest(.junit, path: "/x/test.xml")]) == [stream])
    #expect(paths([ReportRequest(.junit, path: "/y/test.xml")]) == ["junit=/x/test.xml", stream])
    #expect(paths([ReportRequest(.jsonl, path: "shard.jsonl")]) == ["junit=/x/test.xml"])
  }

  @Test func variablesOfBazelMeanNothingToAJobOfAnotherEngine() throws {
    let variables = [
      "XML_OUTPUT_FILE": "/x", "TEST_TIMEOUT": "60", "TEST_SHARD_STATUS_FILE": "/y",
      "TEST_UNDECLARED_OUTPUTS_DIR": "/z",
    ]
    let other = try contract(variables, of: ["CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"])
    #expect(other.timeLimit == nil && other.statusFile == nil && other.reports(next: []).isEmpty)
    #expect(other.hidden == ["CI_NODE_INDEX", "CI_NODE_TOTAL"])
  }

  @Test func noProgramUnderControlFindsAShardOfItsOwn() throws {
    let hidden = Set(try contract([:]).hidden)
    #expect(hidden.isSuperset(of: Self.bazel.keys))
    #expect(hidden.isSuperset(of: ["TEST_SHARD_STATUS_FILE", "XML_OUTPUT_FILE", "GTEST_TOTAL_SHARDS"]))
  }
}
