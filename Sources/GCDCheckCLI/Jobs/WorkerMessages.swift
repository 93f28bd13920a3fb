// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDSchedule

/// What the tool and a worker process say to each other.
protocol WorkerMessage: Codable {
  /// The message as a few numbers, of which the first says its kind; nil = it is more than that.
  var numbers: [Int]? { get }
  /// Nil for numbers that are no message.
  init?(numbers: [Int])
}

/// A message between the tool and a worker process: a line of JSON or of numbers, with what is passed on
/// behind a tab.
///
/// No JSON has a tab, and what is passed on neither a tab nor the end of a line. It can be a hundred times as
/// long as the rest, so that no process looks into it on the way.
struct WorkerLine<Message: WorkerMessage> {
  var message: Message
  /// Packed as the messages say; nil = nothing is passed on.
  var freight: String?

  init(_ message: Message, _ freight: String? = nil) {
    self.message = message
    self.freight = freight
  }

  /// Nil for a line of another kind.
  init?(_ line: String) {
    let utf8 = line.utf8
    let end = utf8.firstIndex(of: UInt8(ascii: "\t")) ?? utf8.endIndex
    let head = line[..<end]
    var message: Message?
    if head.utf8.first == UInt8(ascii: "{") {
      message = try? JSONLine.decode(Message.self, from: head)
    } else {
      message = Message(numbers: head.split(separator: " ").compactMap { Int($0) })
    }
    guard let message else { return nil }
    self.message = message
    if end < utf8.endIndex { freight = String(line[utf8.index(after: end)...]) }
  }

  /// Nil for a message that has no JSON form.
  var text: String? {
    var text: String
    if let numbers = message.numbers {
      text = numbers.map { String($0) }.joined(separator: " ")
    } else {
      guard let json = try? JSONLine.encode(message) else { return nil }
      text = json
    }
    if let freight {
      text += "\t"
      text += freight
    }
    return text
  }
}

/// What the tool asks of a worker process.
///
/// A worker explores a scenario, or it helps one that does. The one that explores is given how many help it,
/// asks the tool for ranges of schedules, and is handed what came of them; its helpers are given the ranges.
/// Jobs of a search through all orders are asked for in the same way.
enum WorkerRequest: WorkerMessage {
  /// Explore this scenario. It is there in the selection, which both have read; the time is in real
  /// nanoseconds, nil = as long as it takes.
  case explore(scenario: Int, nanoseconds: Int?)
  /// Help with this scenario from now on.
  case help(scenario: Int)
  /// To a helper: run these schedules.
  case run(ScheduleRange)
  /// To a helper: work off the `SearchJob` that is passed on.
  case job
  /// To the process that explores: so many help.
  case helpers(Int)
  /// To the process that explores: what came of a range is passed on as `RemoteExecution.text` has it;
  /// nothing = it is lost.
  case ran(ScheduleRange)
  /// To the process that explores: the `SearchedPart` that came of the job of this number is passed on;
  /// nothing = it is lost.
  case worked(Int)

  /// - Parameter limit: real time; nil = as long as it takes.
  static func explore(_ scenario: Int, within limit: Duration?) -> WorkerRequest {
    .explore(
      scenario: scenario,
      nanoseconds: (limit?.components).map {
        Int(min($0.seconds, 4_000_000_000)) * 1_000_000_000 + Int($0.attoseconds / 1_000_000_000)
      })
  }

  var numbers: [Int]? {
    switch self {
    case .explore: nil
    case .help(let scenario): [0, scenario]
    case .run(let range): [1, range.from, range.to]
    case .job: [2]
    case .helpers(let count): [3, count]
    case .ran(let range): [4, range.from, range.to]
    case .worked(let number): [5, number]
    }
  }

  init?(numbers: [Int]) {
    switch (numbers.first, numbers.count) {
    case (0, 2): self = .help(scenario: numbers[1])
    case (1, 3): self = .run(ScheduleRange(from: numbers[1], to: numbers[2]))
    case (2, 1): self = .job
    case (3, 2): self = .helpers(numbers[1])
    case (4, 3): self = .ran(ScheduleRange(from: numbers[1], to: numbers[2]))
    case (5, 2): self = .worked(numbers[1])
    default: return nil
    }
  }
}

/// Numbers of schedules, from 0.
struct ScheduleRange: Codable, Hashable {
  var from: Int
  /// The first one behind it.
  var to: Int

  /// Those that workers execute for an exploration.
  func numbers(of options: ExplorationOptions) -> [Int] {
    (from..<to).filter { $0 > 0 && options.owns($0) }
  }
}

/// A line of a worker about what it has in hand.
struct WorkerReply: WorkerMessage {
  var scenario: Int
  /// Schedules, different ones and findings so far, a few times a second.
  var schedules = 0
  var distinct = 0
  var findings = 0
  /// What came of it in the end.
  var report: SubjectReport?
  /// Why it could not be explored.
  var refusal: String?
  /// The exploration is worth being helped.
  var isLong: Bool?
  /// Who explores wants these to be run by a worker.
  var wanted: ScheduleRange?
  /// Who explores wants the job of this number to be worked off, a `SearchJob` that is passed on.
  var job: Int?
  /// A helper is done with what it was asked for; what came of it is passed on.
  var isDone: Bool?

  init(scenario: Int) { self.scenario = scenario }

  /// Who asks for something, or is done with it, says nothing else.
  var numbers: [Int]? {
    if isDone == true { return [0, scenario] }
    if let wanted { return [1, scenario, wanted.from, wanted.to] }
    return job.map { [2, scenario, $0] }
  }

  init?(numbers: [Int]) {
    guard numbers.count > 1 else { return nil }
    self.init(scenario: numbers[1])
    switch (numbers[0], numbers.count) {
    case (0, 2): isDone = true
    case (1, 4): wanted = ScheduleRange(from: numbers[2], to: numbers[3])
    case (2, 3): job = numbers[2]
    default: return nil
    }
  }
}
