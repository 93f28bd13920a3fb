// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDSchedule
import GCDVocabulary

/// What a search in jobs came to.
struct JobOrders: Equatable {
  var orders = Orders()
  var jobs = 0
  /// What each run came to, in the order in which they count.
  var trail: [String] = []
  /// Shared nodes that were forgotten.
  var leftNodes = 0
}

/// Makes the runs that a search in jobs asks for.
///
/// - Parameter workers: Jobs are worked off by so many at once, which are done with the latest one first;
///   what is sent to them and back is written down in between.
func searchInJobs(
  _ program: SmallProgram, _ shares: SearchShares, bound: Int? = nil, workers: Int
) throws -> JobOrders {
  var found = JobOrders()
  var split = SplitSearch(bound: bound, shares: shares)
  var done: [Int: JobEnd] = [:]
  while !split.isFinished {
    for place in (0..<min(workers, split.issuedCount)).reversed() {
      let job = split.job(at: place)
      if done[job.number] != nil { continue }
      done[job.number] = workers == 1 ? JobEnd(job, program) : JobEnd(SearchJob(text: job.text)!, program)
    }
    let end = done.removeValue(forKey: split.number(at: 0))!
    found.jobs += 1
    found.trail += end.trail
    for run in end.trail { found.orders.outcomes.insert(run) }
    for (order, outcome) in end.orders { found.orders.orders[order, default: []].insert(outcome) }
    split.take(workers == 1 ? end.part : try rewritten(end.part))
    if workers > 1 { split = try rewritten(split) }
    if split.hasDiverged { return found }
  }
  found.orders.runs = split.executions
  found.orders.repetitions = split.repetitions
  found.leftNodes = split.sharedNodes
  return found
}

private func rewritten<Value: Codable>(_ value: Value) throws -> Value {
  try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

/// What came of one job.
private struct JobEnd {
  var part: ExhaustiveSearch
  var trail: [String] = []
  var orders: [(UInt64, String)] = []

  init(_ job: SearchJob, _ program: SmallProgram) {
    let run = SmallRun(program, skew: 0)
    var search = job.search
    repeat {
      makeRun(of: run, asking: &search)
      trail.append(run.outcome)
      orders.append((run.partialOrder, run.end == nil ? run.outcome : ""))
    } while !job.isOver(search, runs: trail.count, steps: 0)
    part = search.endOfPart
  }
}
