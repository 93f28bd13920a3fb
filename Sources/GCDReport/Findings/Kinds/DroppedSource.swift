// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD208: the last reference to a running source went away.
public struct DroppedSource: Sendable, Codable, Equatable {
  /// The source.
  public var source: ObjectName
  /// Where the last reference was dropped.
  public var dropped: CodeLocation?
  /// A cancel handler was set, which will not run.
  public var hasCancelHandler: Bool
  /// Virtual nanoseconds to the event that will not come; nil when none was due.
  public var nextEvent: UInt64?

  package init(
    _ source: ObjectName, at dropped: CodeLocation?, hasCancelHandler: Bool, nextEvent: UInt64? = nil
  ) {
    self.source = source
    self.dropped = dropped
    self.hasCancelHandler = hasCancelHandler
    self.nextEvent = nextEvent
  }

  private enum CodingKeys: String, CodingKey {
    case source = "source"
    case dropped = "dropped"
    case hasCancelHandler = "hasCancelHandler"
    case nextEvent = "nextEvent"
  }
}

extension DroppedSource: FindingEvidence {
  var code: FindingCode { .sourceDropped }

  func headline(participants: [Participant]) -> String {
    "the last reference to \(source.phrase) is dropped while it runs: it stops in silence"
  }

  var objects: [ObjectName] { [source] }

  var consequence: String? { "On Linux nothing is reported and nothing crashes." }

  var hints: [Hint?] { [.keepSource] }

  func add(to text: inout FindingText) {
    let event =
      nextEvent.map { "its next event was due in \(duration($0)) and will not come" }
      ?? "no further event is delivered"
    text.page.prose("  - ", event)
    if hasCancelHandler {
      text.page.prose("  - ", "its cancel handler never runs, so what that handler closes stays open")
    }
  }
}
