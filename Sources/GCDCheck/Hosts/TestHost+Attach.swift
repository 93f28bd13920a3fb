// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime

#if canImport(Testing)
import Testing
#endif

extension TestHost {
  /// Gives what was found to a framework that keeps files of a test (`swift test --attachments-path`): the
  /// schedules, as a regression file holds them, and the events, of which `gcdcheck report` makes every
  /// format. Before Swift 6.2 none does.
  func attach(_ exploration: Exploration, of options: ExplorationOptions) {
    #if canImport(Testing) && compiler(>=6.2)
    guard case .swiftTesting(.some) = self, TestHost.keepsAttachments, !exploration.errors.isEmpty
    else { return }
    let ended = TestEnded(options.displayName, exploration, of: options)
    var total = RunTotal()
    total.add(ended, exploration.findings, isExpected: false, directedRuns: exploration.directedRuns)
    let started = RunStarted(tool: toolVersion, directory: WorkingDirectory.current())
    let events: [ReportEvent] =
      [.runStarted(started)] + exploration.events(ended, known: [], of: options) + [.runEnded(total.ended)]
    let name = RegressionFile.name(ofTest: options.testID)
    let place = SourceLocation(options.location)
    if let schedules = try? exploration.saved.map({ try JSONLine.encode($0) + "\n" }).joined(),
      !schedules.isEmpty
    {
      Attachment.record(schedules, named: name, sourceLocation: place)
    }
    Attachment.record(
      events.map { EventStream.encode($0) + "\n" }.joined(),
      named: name.dropLast(".jsonl".count) + ".events.jsonl", sourceLocation: place)
    #endif
  }

  /// Without a folder for them the framework would name files in its output that are nowhere.
  private static let keepsAttachments = CommandLine.arguments.contains {
    $0.hasPrefix("--attachments-path")
  }
}
#endif
