// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// Why nothing keeps two steps in the order in which a schedule passes.
public enum OrderCause: Sendable, Codable, Equatable {
  /// The participant of the first step lets that of the second continue by this call, before it comes to the
  /// first step.
  case earlyRelease(call: StepLine)
  /// The code behind this call, which is the first step, comes after what the call has let continue.
  case codeBehind(call: StepLine)
  /// The participant of the first step gave the object back by this call, and takes it again for the first
  /// step; `place` is where the function that does both is at the call.
  case splitSection(call: StepLine, place: CodeLocation)
  /// Both are made in blocks of this queue, which runs them at the same time; `unordered` is where the second
  /// one's block was submitted, if the queue is one that others read in.
  case concurrentQueue(queue: ObjectName, unordered: CodeLocation?)
  /// The first step enters the group that the second one waits for.
  case lateEnter(call: StepLine)
  /// The participant that fails has waited for a condition by this call and does not do so again, although
  /// since the signal another one has had the lock by the other step.
  case singleWait(call: StepLine, other: StepLine)
  /// The block that would make the first step, or submit who does, was submitted by this call, and has not
  /// ended when the schedule fails.
  case notAwaited(call: StepLine)
  /// The participant of the second step does not wait for the first one: it waits for something else, or for
  /// nothing though it, or what it has submitted or made, has submitted or made by `submission` what comes to
  /// the first step.
  case noWait(call: StepLine, submission: StepLine?)

  /// The place in the user's code where the order is left open; nil where it is not known.
  public var location: CodeLocation? {
    switch self {
    case .earlyRelease(let call), .codeBehind(let call), .lateEnter(let call), .notAwaited(let call),
      .singleWait(let call, _), .noWait(let call, _):
      call.location
    case .splitSection(_, let place): place
    case .concurrentQueue(let queue, let unordered): unordered ?? queue.created
    }
  }

  /// Whether the steps that are compared show the cause; a missing wait is what is left where nothing else
  /// explains the order.
  package var isCertain: Bool {
    switch self {
    case .earlyRelease, .codeBehind, .splitSection, .concurrentQueue, .lateEnter, .singleWait: true
    case .notAwaited, .noWait: false
    }
  }

  private enum CodingKeys: String, CodingKey {
    case earlyRelease = "earlyRelease"
    case codeBehind = "codeBehind"
    case splitSection = "splitSection"
    case concurrentQueue = "concurrentQueue"
    case lateEnter = "lateEnter"
    case singleWait = "singleWait"
    case notAwaited = "notAwaited"
    case noWait = "noWait"
  }
  private enum EarlyReleaseCodingKeys: String, CodingKey { case call = "call" }
  private enum CodeBehindCodingKeys: String, CodingKey { case call = "call" }
  private enum SplitSectionCodingKeys: String, CodingKey {
    case call = "call"
    case place = "place"
  }
  private enum ConcurrentQueueCodingKeys: String, CodingKey {
    case queue = "queue"
    case unordered = "unordered"
  }
  private enum LateEnterCodingKeys: String, CodingKey { case call = "call" }
  private enum SingleWaitCodingKeys: String, CodingKey {
    case call = "call"
    case other = "other"
  }
  private enum NotAwaitedCodingKeys: String, CodingKey { case call = "call" }
  private enum NoWaitCodingKeys: String, CodingKey {
    case call = "call"
    case submission = "submission"
  }
}

extension OrderCause {
  /// What is next to its place in the line of source.
  var mark: String {
    switch self {
    case .earlyRelease(let call) where call.work != nil:
      "may start before what has to come first"
    case .earlyRelease: "lets others continue before what has to come first"
    case .codeBehind(let call) where call.isPausedInFront: "others may continue before this runs"
    case .codeBehind: "others may continue before the code behind it runs"
    case .splitSection: "others may come between this and the next use"
    case .concurrentQueue(_, nil): "runs its blocks at the same time"
    case .concurrentQueue: "may run at the same time as others of its queue"
    case .lateEnter: "may enter after the group is waited for"
    case .singleWait: "is not repeated, though others may have had the lock by then"
    case .notAwaited(let call):
      (call.makesTask ? "the task made" : "a block submitted") + " here has not ended when the test fails"
    case .noWait: "does not wait for what has to come first"
    }
  }

  /// Why nothing keeps the steps in order, as the end of a sentence about them.
  func sentence(_ first: StepLine, _ second: StepLine) -> String {
    let (one, other) = (OrderDifference.subject(first), OrderDifference.subject(second))
    switch self {
    case .earlyRelease(let call):
      let place = OrderDifference.place(of: call)
      let action = call.work.map { "\($0.verb) that \($0.noun)" } ?? "lets \(other) continue"
      return "before that, \(one) \(action)\(place)"
    case .codeBehind: return "nothing makes \(other) wait for that code first"
    case .splitSection(let call, _):
      let object = call.object?.compact ?? "it"
      // The code behind the call has the place where it leaves.
      if call.operation == .leaveActor { return "\(one) leaves \(object) in between" }
      return "\(one) gives \(object) back in between\(OrderDifference.place(of: call))"
    case .concurrentQueue(let queue, _):
      return "both are in blocks of \(queue.phrase), which runs them at the same time"
    case .lateEnter: return "\(other) does not wait for a group that is entered later"
    case .singleWait(let call, let taking):
      return "\(OrderDifference.subject(call)) does not repeat its wait\(OrderDifference.place(of: call)), "
        + "though \(OrderDifference.subject(taking)) has had the lock since the signal"
    case .notAwaited(let call):
      let work =
        if call.makesTask, let place = call.location { "task made at \(place.short)" } else {
          "block submitted\(OrderDifference.place(of: call))"
        }
      return "the \(work) has not ended when the test fails"
    case .noWait(_, let submission?):
      let isOwn = submission.participant == second.participant && submission.block == second.block
      let work = submission.work ?? ("thread", "makes", "made")
      let child = work.noun + (isOwn ? " that it " : " ") + work.participle
      return "\(other) does not first wait for the \(child)\(OrderDifference.place(of: submission))"
    case .noWait(_, nil): return "\(other) does not wait for that"
    }
  }
}
extension StepLine {
  /// What may run from this call on, and how it comes to that: in nouns and verbs.
  fileprivate var work: (noun: String, verb: String, participle: String)? {
    if makesTask { return ("task", "makes", "made") }
    return isSubmission ? ("block", "submits", "submitted") : nil
  }
}
