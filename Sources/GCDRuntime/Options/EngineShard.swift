// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDVocabulary

/// The part of the schedules that a job engine has given this process, which `--shard auto` asks for.
package struct EngineShard: Sendable, Equatable {
  /// What a user writes instead of a shard.
  package static let word = "auto"

  package let engine: JobEngine
  package let shard: Shard
  /// What people call the engine; nil where it is not known.
  package let name: String?

  /// Takes the first engine that has more than one job: some set a total of 1 for each job that is alone,
  /// in which another engine may be at work. An empty variable counts as absent.
  ///
  /// - Throws: `EngineShardProblem` where no engine is found, or one whose variables make no sense.
  package init(_ variables: [String: String]) throws(EngineShardProblem) {
    var alone: EngineShard?
    for engine in JobEngine.allCases {
      guard let shard = try JobVariables(engine, variables).shard() else { continue }
      let found = EngineShard(engine, shard, variables)
      if shard.count > 1 {
        self = found
        try checkTotal(variables)
        return
      }
      alone = alone ?? found
    }
    guard let alone else { throw .noEngine }
    self = alone
    try checkTotal(variables)
  }

  /// A total that the user gives next to that of the engine is the same one.
  private func checkTotal(_ variables: [String: String]) throws(EngineShardProblem) {
    guard engine.total != JobEngine.givenTotal, let given = variables[JobEngine.givenTotal], !given.isEmpty,
      given != "\(shard.count)"
    else { return }
    throw .malformed(
      JobEngine.givenTotal, value: given,
      wanted: "\(shard.count), as \(engine.name ?? engine.index) has it, or nothing")
  }

  private init(_ engine: JobEngine, _ shard: Shard, _ variables: [String: String]) {
    self.engine = engine
    self.shard = shard
    name = engine.name ?? variables[JobEngine.submitterName]
  }

  /// The sentence that says which shard it is, and why.
  package var notice: Notice {
    .shardOfEngine("\(shard)", engine: name, variables: [engine.index, engine.total])
  }
}

/// Why there is no `EngineShard`.
package enum EngineShardProblem: Error, Equatable {
  case noEngine
  /// One variable is set, and not the other; `wanted` is what that should be.
  case missing(String, next: String, wanted: String)
  case malformed(String, value: String, wanted: String)
  /// The jobs are parts of the tests themselves, in which this process is one.
  case sharesTests(JobEngine)

  package var notice: Notice {
    switch self {
    case .noEngine: .noJobEngine(variables: JobEngine.allCases.map(\.index))
    case .missing(let name, let next, let wanted):
      .missingVariable(name: name, next: next, expected: wanted)
    case .malformed(let name, let value, let wanted):
      .malformedVariable(name: name, value: value, expected: wanted)
    case .sharesTests(let engine): .engineSharesTests(engine.name ?? engine.index)
    }
  }
}

/// The variables of one engine, read.
private struct JobVariables {
  let engine: JobEngine
  let variables: [String: String]

  init(_ engine: JobEngine, _ variables: [String: String]) {
    self.engine = engine
    self.variables = variables
  }

  /// Nil where the engine has set nothing.
  func shard() throws(EngineShardProblem) -> Shard? {
    if text(engine.index) == nil {
      // A total of 1 without a number is a job without siblings; that of the user is for several engines.
      guard engine.total != JobEngine.givenTotal, let total = text(engine.total) else { return nil }
      if total != "1" || engine == .slurm {
        throw .missing(engine.index, next: engine.total, wanted: "the number of the job")
      }
      return Shard(1, of: 1)
    }
    return try engine == .slurm ? taskOfArray() : numberedJob()
  }

  private func numberedJob() throws(EngineShardProblem) -> Shard {
    guard text(engine.total) != nil else {
      throw .missing(engine.total, next: engine.index, wanted: "the number of shards")
    }
    let most = Shard.largestCount
    let total = try number(engine.total, in: 1...most, "the number of shards, from 1 to \(grouped(most))")
    let last = total - 1 + engine.first
    let index = try number(
      engine.index, in: engine.first...last,
      "a number from \(engine.first) to \(last), as \(engine.total) is \(total)")
    return shard(index - engine.first + 1, of: total)
  }

  /// The tasks of an array are numbered as the user likes, in equal steps.
  private func taskOfArray() throws(EngineShardProblem) -> Shard {
    for name in [SlurmArray.first, engine.total] where text(name) == nil {
      throw .missing(name, next: engine.index, wanted: "what Slurm sets in each task of an array")
    }
    let any = 0...Int(Int32.max)
    let first = try number(SlurmArray.first, in: any, "the number of the first task")
    let last = try number(engine.total, in: first...any.upperBound, "the number of the last task")
    let step =
      text(SlurmArray.step) == nil
      ? 1 : try number(SlurmArray.step, in: 1...any.upperBound, "a number from 1")
    let total = (last - first) / step + 1
    guard total <= Shard.largestCount else {
      throw .malformed(
        engine.total, value: "\(last)", wanted: "at most \(grouped(Shard.largestCount)) tasks in all")
    }
    if let count = text(SlurmArray.count), count != "\(total)" {
      throw .malformed(
        SlurmArray.count, value: count,
        wanted: "\(total), all tasks from \(first) to \(last); ask for an array without gaps, or write the "
          + "shard itself instead of auto, such as 2/5")
    }
    let index = try number(engine.index, in: first...last, "a number from \(first) to \(last)")
    guard (index - first) % step == 0 else {
      throw .malformed(
        engine.index, value: "\(index)", wanted: "a number from \(first) to \(last) in steps of \(step)")
    }
    return shard((index - first) / step + 1, of: total)
  }

  private func number(
    _ name: String, in range: ClosedRange<Int>, _ wanted: String
  ) throws(EngineShardProblem) -> Int {
    let text = text(name) ?? ""
    let isPlain = text.utf8.allSatisfy { (48...57).contains($0) }
    guard isPlain, let value = Int(text), range.contains(value) else {
      throw .malformed(name, value: text, wanted: "\(wanted) (\(title))")
    }
    return value
  }

  /// The variables have been checked against one another.
  private func shard(_ index: Int, of count: Int) -> Shard {
    guard let shard = Shard(index, of: count) else {
      preconditionFailure("\(index) of \(count) has been checked to be a shard")
    }
    return shard
  }

  private var title: String { engine.name ?? "the job" }

  private func text(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
}
