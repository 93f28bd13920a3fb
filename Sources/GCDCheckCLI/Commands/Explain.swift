// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDReport
import GCDReportFormats

/// `gcdcheck explain GCD102`: the page of a code, slug or topic.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what a finding means, why it happens, and how to mend it.")

  @Argument(
    help: "A code (GCD102), a slug (wait-cycle) or a topic (scenario); without one, all are listed.",
    completion: .topics)
  var topic: String?

  func run() throws {
    guard let topic else {
      StandardStream.output.put(Explanations.overview)
      return
    }
    guard let page = Explanations.page(topic) else {
      let guess = Explanations.suggestion(for: topic).map { "did you mean \"\($0)\"? " } ?? ""
      throw CommandError.usage(
        "\"\(topic)\" is no code, slug or topic; \(guess)gcdcheck explain lists them all")
    }
    StandardStream.output.put(page)
  }
}
