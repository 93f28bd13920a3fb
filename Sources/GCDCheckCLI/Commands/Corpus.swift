// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDReport

/// `gcdcheck corpus`: works on folders of what was covered.
struct Corpus: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Works on folders of what was covered, see --corpus.", subcommands: [CorpusMerge.self])
}

/// `gcdcheck corpus merge`: puts corpora together.
struct CorpusMerge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Puts several corpora together, without the schedules that cover nothing of their own.",
    discussion: """
      The result is the same in whatever order, and however often, the folders are named. A corpus that is \
      in the folder of --into already counts as one of them.
      """)

  @Argument(help: "The folders.", completion: .directory)
  var folders: [String]

  @Option(help: "The folder that has the union afterwards.", completion: .directory)
  var into: String

  func run() throws {
    let target = try CorpusFolder(into)
    var union: [String: CorpusContent] = [:]
    for name in folders {
      let folder = try CorpusFolder(name)
      guard folder.exists else {
        throw CommandError.usage("there is no folder \"\(name.bounded(to: Bound.name))\"")
      }
      for file in try folder.files() {
        let content = try folder.content(of: file) { place, reason in
          StandardStream.error.line("gcdcheck: \(place) was left out: \(reason)".asLogLine)
        }
        union[file, default: CorpusContent()].formUnion(content)
      }
    }
    var schedules = 0
    for (file, content) in union.sorted(by: { $0.key < $1.key }) {
      try target.change(file) {
        $0.formUnion(content)
        schedules += $0.tests.values.flatMap(\.values).reduce(0) { $0 + $1.tokens.count }
      }
    }
    let amount = "\(counted(union.count, "file")) and \(counted(schedules, "schedule"))"
    StandardStream.output.line("\(target.name): \(amount)".asLogLine)
  }
}
