// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDVocabulary

/// GCD501: the test's own judgement, or its death.
public struct TestFailure: Sendable, Codable, Equatable {
  /// How the test failed.
  public enum Cause: Sendable, Codable, Equatable {
    /// An assertion of the test, in the words of its framework.
    case assertion(message: String)
    /// The body threw; `error` describes it.
    case thrown(error: String)
    /// A Swift run-time check or `fatalError`, with its message where it is known.
    case trap(message: String?)
    /// A signal by number and name: 11, "SIGSEGV".
    case signal(number: Int, name: String)
    case stackOverflow
    /// A sanitizer ends the process; what it found is in its own report.
    case sanitizer
    /// `exit` was called.
    case exit(code: Int)
    /// The whole program ended with this status.
    case status(code: Int)

    /// With its words cut where they are longer than a reader reads.
    fileprivate var bounded: Cause {
      switch self {
      case .assertion(let message): .assertion(message: message.bounded(to: Bound.message))
      case .thrown(let error): .thrown(error: error.bounded(to: Bound.message))
      case .trap(let message): .trap(message: message?.bounded(to: Bound.message))
      case .signal, .stackOverflow, .sanitizer, .exit, .status: self
      }
    }

    private enum CodingKeys: String, CodingKey {
      case assertion = "assertion"
      case thrown = "thrown"
      case trap = "trap"
      case signal = "signal"
      case stackOverflow = "stackOverflow"
      case sanitizer = "sanitizer"
      case exit = "exit"
      case status = "status"
    }
    private enum AssertionCodingKeys: String, CodingKey { case message = "message" }
    private enum ThrownCodingKeys: String, CodingKey { case error = "error" }
    private enum TrapCodingKeys: String, CodingKey { case message = "message" }
    private enum SignalCodingKeys: String, CodingKey {
      case number = "number"
      case name = "name"
    }
    private enum ExitCodingKeys: String, CodingKey { case code = "code" }
    private enum StatusCodingKeys: String, CodingKey { case code = "code" }
  }

  /// The first failure; its words are bounded.
  public var cause: Cause { didSet { cause = cause.bounded } }
  /// Further assertions that failed in the same schedule.
  public var further: [Cause]
  /// Who failed, by name.
  public var participant: String
  /// Timed waits that ran out in this schedule.
  public var timeouts: [Timeout]
  /// Histories of groups, as far as they may explain the failure.
  public var ledgers: [Ledger]
  /// What was written in actors while functions of theirs were suspended.
  public var stateChanges: [StateChange]
  /// Which steps come in another order where a schedule passes; nil where that is not known.
  public var order: OrderDifference?
  /// Those who had something left to do when a process ended, at most a few; nil where that is not known.
  public var unfinished: [Participant]?
  /// How many more of these there were.
  public var furtherUnfinished: Int?
  /// The step by which time passed when nothing else could continue, if that ended a wait which the failure
  /// may come from; nil where there is none.
  public var standstillStep: Int?
  /// What the schedule would be without the time limit of a wait; nil where no limit ended a standstill.
  public var standstill: Standstill?
  /// The wait that gave up before what it waited for came, where nothing else is known to be the cause; the
  /// finding is there then.
  public var shortWait: Timeout?
  /// Where it failed; nil where that is where the finding is.
  public var location: CodeLocation?

  package init(
    _ cause: Cause, further: [Cause] = [], by participant: String, timeouts: [Timeout] = [],
    ledgers: [Ledger] = [], stateChanges: [StateChange] = [], order: OrderDifference? = nil,
    unfinished: [Participant]? = nil, standstill: Standstill? = nil, location: CodeLocation? = nil
  ) {
    self.cause = cause.bounded
    self.further = further.map(\.bounded)
    self.participant = participant
    self.timeouts = timeouts
    self.ledgers = ledgers
    self.stateChanges = stateChanges
    self.order = order
    self.standstill = standstill
    self.location = location
    self.unfinished = unfinished.map { Array($0.prefix(TestFailure.mostUnfinished)) }
    let more = (unfinished?.count ?? 0) - TestFailure.mostUnfinished
    furtherUnfinished = more > 0 ? more : nil
  }

  private static let mostUnfinished = 4

  private enum CodingKeys: String, CodingKey {
    case cause = "cause"
    case further = "further"
    case participant = "party"
    case timeouts = "timeouts"
    case ledgers = "ledgers"
    case stateChanges = "stateChanges"
    case order = "order"
    case unfinished = "unfinished"
    case furtherUnfinished = "furtherUnfinished"
    case standstillStep = "standstillStep"
    case standstill = "standstill"
    case shortWait = "shortWait"
    case location = "location"
  }

  /// Bounds what a stream says as the initialiser does.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try members(.cause), further: try members(.further), by: try members(.participant),
      timeouts: try members(.timeouts), ledgers: try members(.ledgers),
      stateChanges: try members(.stateChanges), order: try members.optional(.order),
      unfinished: try members.optional(.unfinished), standstill: try members.optional(.standstill),
      location: try members.optional(.location))
    furtherUnfinished = try members.optional(.furtherUnfinished)
    standstillStep = try members.optional(.standstillStep)
    shortWait = try members.optional(.shortWait)
  }
}

extension TestFailure: FindingEvidence {
  var code: FindingCode { .testFailed }

  func headline(participants: [Participant]) -> String { cause.sentence(at: location) }

  // The line of source is that of the cause only where that has a place.
  var excerptMark: String? {
    order?.cause.flatMap { $0.location == nil ? nil : $0.mark } ?? standstill?.hang.evidence.excerptMark
      ?? (shortWait == nil || location == nil ? nil : "gives up waiting here")
  }

  var hints: [Hint?] { standstill?.hang.evidence.hints ?? Hint.hints(for: self) }

  func add(to text: inout FindingText) {
    if case .assertion(let message) = cause {
      for line in message.bounded(to: Bound.message).split(separator: "\n").dropFirst() {
        text.page.line("  | \(line.description.onOneLine)")
      }
    }
    for change in stateChanges { text.add(change) }
    if let order { text.page.prose("  ", order.sentence) }
    for failure in further { text.page.prose("  also: ", failure.shortSentence) }
    for timeout in timeouts { text.page.prose("  ", timeout.sentence) }
    if let standstill {
      text.page.prose("  ", standstill.sentence)
      standstill.hang.evidence.add(to: &text)
    }
    if let unfinished, !unfinished.isEmpty {
      if standstill != nil { text.page.gap() }
      text.page.line("  not done by then")
      text.page.table(TestFailure.rows(of: unfinished), indent: 4)
      if let furtherUnfinished { text.page.line("    and \(grouped(furtherUnfinished)) more") }
    }
    for ledger in ledgers { text.add(ledger) }
  }
}

extension TestFailure {
  /// Who has what to do, and where; blocks that are alike in one row.
  private static func rows(of unfinished: [Participant]) -> [[String]] {
    var rows: [(row: [String], count: Int)] = []
    for participant in unfinished {
      let isQueued = participant.activity == .waitingForWorker
      let queue = participant.queue.map { " on \($0.compact)" } ?? ""
      let row = [
        isQueued ? "" : participant.name, isQueued ? "queued\(queue)" : participant.activityPhrase,
        participant.location == nil ? participant.submission?.location?.short ?? "" : participant.place,
      ]
      if isQueued, let known = rows.firstIndex(where: { $0.row == row }) {
        rows[known].count += 1
      } else {
        rows.append((row, 1))
      }
    }
    return rows.map { row, count in
      row[0].isEmpty ? [count == 1 ? "a block" : "\(grouped(count)) blocks"] + row.dropFirst() : row
    }
  }
}

/// A timed wait that ran out.
public struct Timeout: Sendable, Codable, Equatable {
  /// The call.
  public var operation: OperationKind
  /// What the call was made on.
  public var object: ObjectName?
  /// Virtual nanoseconds that the call was given.
  public var nanoseconds: UInt64
  /// The call in the user's code.
  public var location: CodeLocation?

  package init(
    _ operation: OperationKind, on object: ObjectName?, after nanoseconds: UInt64, at location: CodeLocation?
  ) {
    self.operation = operation
    self.object = object
    self.nanoseconds = nanoseconds
    self.location = location
  }

  private enum CodingKeys: String, CodingKey {
    case operation = "operation"
    case object = "object"
    case nanoseconds = "nanoseconds"
    case location = "location"
  }
}

extension TestFailure.Cause {
  /// What happened, on one line.
  ///
  /// - Parameter location: Where, if the line does not begin with it.
  func sentence(at location: CodeLocation? = nil) -> String {
    let place = location.map { " (\($0.short))" } ?? ""
    let here = "under this schedule\(place)"
    func ending(_ message: String?) -> String {
      message.map { ": \($0.onOneLine.bounded(to: Bound.line))" } ?? ""
    }
    return switch self {
    case .assertion(let message):
      "the test fails \(here)" + ending(message.split(separator: "\n").first.map(String.init))
    case .thrown(let error): "the body throws \(here)" + ending(error)
    case .trap(let message): "the process traps \(here)" + ending(message)
    case .signal(let number, let name): "the process dies \(here) with \(name) (signal \(number))"
    case .stackOverflow: "the stack overflows \(here)"
    case .sanitizer: "a sanitizer ends the process \(here) (its own report says why)"
    case .status(code: 0):
      "the process ends with status 0 before gcdcheck has heard of it: by a system call of its own, or its "
        + "connection to gcdcheck was closed"
    case .status(let code): "the program exits with status \(code) \(here)"
    case .exit(let code): "exit(\(code)) is called inside the body\(place)"
    }
  }
}

extension TestFailure.Cause {
  /// What happened, where the reader already knows that the test failed.
  var shortSentence: String {
    if case .assertion(let message) = self { message.onOneLine.bounded(to: Bound.line) } else { sentence() }
  }
}

extension Timeout {
  /// Which call waited for what, and for how long.
  var sentence: String {
    let target = object.map { " on \($0.compact)" } ?? ""
    let place = location.map { " at \($0.short)" } ?? ""
    return "timed out after \(duration(nanoseconds)): \(operation.call(on: object?.type))\(target)\(place)"
  }
}
