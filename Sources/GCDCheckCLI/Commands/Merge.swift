// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser

/// `gcdcheck merge`: puts the reports of shards together.
struct Merge: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Puts the reports of all shards together to that of one run.",
    discussion: """
      Each shard writes its report with --shard I/N --report jsonl=FILE. The result is what a run of all \
      schedules in one process says, and so is the exit code. Of a shard that was cut, and resumed or begun \
      anew, there may be several reports; nothing is counted twice.
      """)

  @Argument(help: "The jsonl reports, at least one of each shard, in any order.", completion: .savedRuns)
  var files: [String]

  @OptionGroup(title: "Output")
  var output: OutputArguments

  func run() throws {
    let mirror = EnvironmentMirror(variables: environment)
    let shown = try OutputRequest(output, mirror)
    let streams = try ShardStreams(try files.map(ShardStream.init(file:)))
    let reports = try ReportSinks(shown, environment: environment)
    let session = MergeSession(
      streams: streams, session: ReportedSession(reports, of: streams.first.tests.count))
    try end(session.run())
  }
}
