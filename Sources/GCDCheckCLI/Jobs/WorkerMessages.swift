// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDSchedule

/// What the tool tells a worker process, one JSON object a line.
///
/// A worker explores a scenario, or it helps one that does. The one that explores is given how many help it,
/// asks the tool for ranges of schedules, and is handed what came of them; its helpers are given the ranges.
/// Jobs of a search through all orders are asked for in the same way.
enum WorkerRequest: Codable {
  /// Explore this scenario. It is there in the selection, which both have read; the time is in real
  /// nanoseconds, nil = as long as it takes.
  case explore(scenario: Int, nanoseconds: Int?)
  /// Help with this scenario from now on.
  case help(scenario: Int)
  /// To a helper: run these schedules.
  case run(ScheduleRange)
  /// To a helper: work off this `SearchJob`, which is packed.
  case job(String)
  /// To the process that explores: so many help.
  case helpers(Int)
  /// To the process that explores: what came of a range, as the writer packs it into text; nil = it is lost.
  case ran(ScheduleRange, runs: String?)
  /// To the process that explores: what came of the job of this number, a packed `SearchedPart`; nil = lost.
  case worked(Int, part: String?)

  /// - Parameter limit: real time; nil = as long as it takes.
  static func explore(_ scenario: Int, within limit: Duration?) -> WorkerRequest {
    .explore(
      scenario: scenario,
      nanoseconds: (limit?.components).map {
        Int(min($0.seconds, 4_000_000_000)) * 1_000_000_000 + Int($0.attoseconds / 1_000_000_000)
      })
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
struct WorkerReply: Codable {
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
  /// A helper has run what it was asked to: what came of it, packed into text.
  var runs: String?
  /// Who explores wants this job to be worked off.
  var job: WantedJob?
  /// A helper has worked off the job that it was given, or could not: a packed `SearchedPart`, or
  /// nothing.
  var part: String?

  init(scenario: Int) { self.scenario = scenario }
}

/// A job of a search through all orders, packed for the helper that works it off.
struct WantedJob: Codable {
  var number: Int
  var text: String
}

/// JSON as text that is the same inside a string of JSON: the tool passes it on and never looks into it.
enum PackedJSON {
  static func pack(_ value: some Encodable) -> String? {
    (try? JSONLine.encode(value)).map { URLSafeText.encode(Array($0.utf8)) }
  }

  static func unpack<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
    guard let bytes = try? URLSafeText.decode(text[...]) else { return nil }
    return try? JSONLine.decode(type, from: String(decoding: bytes, as: UTF8.self))
  }
}
