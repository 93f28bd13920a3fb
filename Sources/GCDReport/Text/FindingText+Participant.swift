// Licensed under the Apache License, Version 2.0; see LICENSE.

extension FindingText {
  /// Frames shown of a stack that holds no user code.
  private static let foreignFramesMax = 3
  /// Functions are padded to at most this many columns.
  private static let functionWidthMax = 44

  /// A participant's heading, its stack, where its block came from and what it holds.
  ///
  /// - Parameter alike: Further participants of whom all this is true as well.
  mutating func add(_ participant: Participant, alike: Int = 0) {
    page.gap()
    let nameWidth = finding.participants.map(\.name.count).max() ?? 0
    let others = alike > 0 ? ", like \(counted(alike, "other"))" : ""
    page.prose("  \(participant.name.padded(to: nameWidth))   ", participant.activityPhrase + others)
    add(participant.stack)
    if let submission = participant.submission { add(submission) }
    if let origin = participant.origin { page.prose("       ", origin.phrase) }
    for holding in participant.holds {
      let since = holding.location.map { ", acquired at \($0.short)" } ?? ""
      page.prose("       ", "holds \(holding.object.phrase)\(since)")
    }
  }

  /// A stack, innermost first, numbered; frames outside the user's code are counted.
  ///
  /// A step of a scenario file is a frame without a function: only its place is shown.
  mutating func add(_ stack: [StackFrame]) {
    var shown = style.showsAllFrames ? stack : stack.filter(\.isUserCode)
    if shown.isEmpty { shown = Array(stack.prefix(FindingText.foreignFramesMax)) }
    let width = min(shown.map(\.function.count).max() ?? 0, FindingText.functionWidthMax)
    for (index, frame) in shown.enumerated() {
      let number = String(index).padded(to: 2)
      let inlined = frame.isInlined ? " [inlined]" : ""
      let place = full(frame.location) + inlined
      if frame.function.isEmpty {
        page.line("    at \(place)")
      } else {
        addPlaced("    \(number) ", frame.function, width, place)
      }
    }
    let hidden = stack.count - shown.count
    if hidden > 0 { page.line("       (\(counted(hidden, "frame")) hidden, -v)") }
  }

  /// How a block came to its queue: the call and the innermost user function that made it.
  ///
  /// What a library submits for its own ends is named by none of its functions.
  mutating func add(_ submission: Submission) {
    let caller = submission.stack.first { $0.isUserCode } ?? submission.stack.first
    if let caller, !caller.isUserCode, !style.showsAllFrames { return }
    let place = full(caller?.location)
    let action = submission.kind == .thread ? "made" : "submitted"
    if let caller, !caller.function.isEmpty {
      addPlaced("       ", "\(action) with \(submission.verb) by \(caller.function)", 0, place)
    } else {
      page.line("       \(action) with \(submission.verb)\(place.isEmpty ? "" : " at \(place)")")
    }
    if style.showsAllFrames, submission.stack.count > 1 { add(submission.stack) }
  }

  /// Text and the place it belongs to, on one line where that fits, else the place below it.
  private mutating func addPlaced(_ margin: String, _ text: String, _ width: Int, _ place: String) {
    let room = style.width - margin.count
    let cell = text.onOneLine.truncated(to: room).padded(to: width)
    if place.isEmpty || cell.count + 3 + place.count <= room {
      page.line((margin + cell + "   " + place).trimmingEnd)
    } else {
      page.line((margin + cell).trimmingEnd)
      page.line(String(repeating: " ", count: margin.count + 2) + place)
    }
  }
}

extension Participant {
  /// Where it is, and where the user's own function is called that it is in; empty where neither is known.
  var place: String { location.map { $0.short(calledAt: stack.callerOfUser) } ?? "" }

  /// The same but for the name: one of many that are at the same place.
  func isAlike(_ other: Participant) -> Bool {
    activityPhrase == other.activityPhrase && stack == other.stack
      && submission == other.submission && origin == other.origin && holds == other.holds
  }
}
