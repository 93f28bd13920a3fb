// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What the tool tells a worker process, one JSON object a line: explore this scenario.
struct WorkerOrder: Codable {
  /// Where it stands in the selection, which both have read.
  var scenario: Int
  /// How long the exploration may take, in real nanoseconds; nil = as long as it takes.
  var nanoseconds: Int?
}

/// A line of a worker about the scenario that it has in hand.
struct WorkerAnswer: Codable {
  var scenario: Int
  /// Schedules and findings so far, a few times a second.
  var schedules = 0
  var findings = 0
  /// What came of it in the end.
  var report: ScenarioReport?
  /// Why it could not be explored.
  var refusal: String?
}
