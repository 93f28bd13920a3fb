// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDReport
import GCDRuntime
import GCDSchedule

/// `gcdcheck-bench searchjobs`: how long the jobs of a search through all orders take, and what that
/// gives for many workers.
struct SearchJobsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "searchjobs",
    abstract: "Times the jobs of a large search, and works them off by more and more simulated workers.")

  @Option(help: "Sections of a mutex in each thread: 4,3,3,3 has 1,201,200 orders.")
  var sections = "4,3,3,3"

  @Option(help: "What the process that leads does for each job, in milliseconds.")
  var lead = 0.8

  func run() throws {
    let sections = sections.split(separator: ",").compactMap { Int($0) }
    var options = ExplorationOptions()
    options.schedules = 100_000_000
    options.strategy = .exhaustive
    var jobs = JobTimes()
    let lead = Lead(
      ask: { _, _ in nil },
      part: { split in
        jobs.note(split, at: ProcessUsage.cpuSeconds)
        return nil
      })
    let start = ProcessUsage.cpuSeconds
    let exploration = try explore(options, team: .leads(lead)) { runMutexSections(sections) }
    jobs.end(at: ProcessUsage.cpuSeconds)
    var line = FigureLine()
    line.add("program", "sections \(self.sections)")
    line.add("interleavings", exploration.search?.interleavings ?? 0)
    line.add("schedules", exploration.schedulesRun)
    line.add("redundant", exploration.schedulesRun - 1 - (exploration.search?.interleavings ?? 0))
    line.add("is_exhaustive", exploration.isExhaustive)
    line.add("jobs", jobs.durations.count)
    line.add("cpu_seconds", ProcessUsage.cpuSeconds - start)
    for workers in [1, 2, 4, 8, 16, 32, 64, 128] {
      line.add("gain_\(workers)", jobs.gain(workers: workers, lead: self.lead / 1_000))
    }
    line.add("gain_64_with_free_lead", jobs.gain(workers: 64, lead: 0))
    line.write()
  }
}

/// The jobs of a search, which were worked off one by one, and when each could have begun.
private struct JobTimes {
  /// Seconds, by job.
  private(set) var durations: [Double] = []
  /// By job: how many others had to be taken in before it was there.
  private var behind: [Int] = []
  private var last = 0.0
  private var taken = 0

  /// The next job begins, and the one before it is over.
  mutating func note(_ split: SplitSearch, at now: Double) {
    if taken > 0 { durations.append(now - last) }
    while behind.count < taken + split.issuedCount { behind.append(taken) }
    taken += 1
    last = now
  }

  mutating func end(at now: Double) { durations.append(now - last) }

  /// How many times as fast workers are as one process without messages; `lead` is what each job takes the
  /// process that takes the jobs in, in seconds.
  func gain(workers: Int, lead: Double) -> Double {
    var free = [Double](repeating: 0, count: workers)
    var takenAt: [Double] = []
    for (job, duration) in durations.enumerated() {
      let worker = free.indices.min { free[$0] < free[$1] }!
      let isThere = behind[job] == 0 ? 0 : takenAt[behind[job] - 1]
      free[worker] = max(free[worker], isThere) + duration
      takenAt.append(max(takenAt.last ?? 0, free[worker]) + lead)
    }
    return durations.reduce(0, +) / (takenAt.last ?? 1)
  }
}
