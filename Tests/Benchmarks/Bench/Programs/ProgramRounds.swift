// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDReport

/// The rounds of one subject, in which all that is compared takes turns.
struct ProgramRounds {
  let built: BuiltSubject
  let tools: ProgramTools
  /// Of a program, or of all tests of a bundle together.
  let schedules: Int
  /// Of one exploration, of which a bundle has one for each of its tests.
  private let perTest: Int

  private var plain: [Double] = []
  private var bareFork: [Double] = []
  private var forkMain: [Double] = []
  private var schedule: [Double] = []

  init(_ built: BuiltSubject, _ tools: ProgramTools, schedules: Int) {
    self.built = built
    self.tools = tools
    perTest = max(schedules / built.subject.scale, 1)
    self.schedules = perTest * (built.subject.framework == nil ? 1 : BundleFramework.tests)
  }

  mutating func run() throws {
    plain.append(try plainRun())
    bareFork.append(try perFork([tools.bareForks], 10 * perTest))
    forkMain.append(try perFork(built.words, forks, preloading: tools.forkingLibrary))
    schedule.append(try scheduleRun())
  }

  /// Few of a bundle of Swift Testing, each of whose plain runs waits for a second of real time.
  private var forks: Int { built.subject.framework == .swiftTesting ? perTest : 2 * perTest }

  /// Milliseconds of a process that runs the program as it is.
  private func plainRun() throws -> Double {
    let process = MeasuredProcess(words: built.words, folder: built.folder)
    let runs = max(perTest / 10, 2)
    var sum = 0.0
    for _ in 0..<runs { sum += try process.milliseconds() }
    return sum / Double(runs)
  }

  /// Milliseconds of a fork, the part of the process that forks included.
  private func perFork(_ words: [String], _ count: Int, preloading library: String? = nil) throws -> Double {
    func run(_ count: Int) throws -> Double {
      var environment = [ForkSources.variable: "\(count)"]
      if let library { environment["LD_PRELOAD"] = library }
      return try MeasuredProcess(words: words, folder: built.folder, environment: environment).milliseconds()
    }
    let start = try run(0)
    return (try run(count) - start) / Double(count)
  }

  /// Milliseconds of a schedule: what the second half of twice as many costs, without the start of anything.
  private func scheduleRun() throws -> Double {
    let short = try exploration(perTest)
    return (try exploration(2 * perTest) - short) / Double(schedules)
  }

  private func exploration(_ count: Int) throws -> Double {
    let report = built.folder + "/report.jsonl"
    let options = [
      "--schedules", "\(count)", "--seed", "\(tools.seed)", "--strategy", "random", "--jobs", "1",
      "--no-save", "--quiet", "--progress", "none", "--report", "jsonl=\(report)",
    ]
    let bundle = ["--package-path", built.folder, "--bundle", built.words[0], "--time-per-test", "1h"]
    let words =
      built.subject.framework == nil ? ["run"] + options + ["--"] + built.words : ["test"] + bundle + options
    // An earlier one must not be taken for the one of this run.
    try? FileManager.default.removeItem(atPath: report)
    let process = MeasuredProcess(words: [tools.gcdcheck] + words, folder: built.folder)
    let milliseconds = try process.milliseconds()
    let text = (try? String(contentsOfFile: report, encoding: .utf8)) ?? ""
    guard case .runEnded(let end) = try EventStream.decode(text).last else {
      throw MeasuredProcess.Failure(description: "\(built.subject.rawValue): gcdcheck has written no summary")
    }
    let wanted = count * schedules / perTest
    if end.schedules != wanted || end.errors + end.warnings > 0 {
      throw MeasuredProcess.Failure(
        description: "\(built.subject.rawValue): \(end.schedules) instead of \(wanted) schedules,"
          + " \(end.errors) errors and \(end.warnings) warnings")
    }
    return milliseconds
  }

  /// The medians of all rounds.
  var figures: FigureLine {
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    var line = FigureLine()
    line.add("measure", "programs")
    line.add("subject", built.subject.rawValue)
    line.add("plainMs", median(plain))
    line.add("bareForkMs", median(bareFork))
    line.add("forkMainMs", median(forkMain))
    line.add("scheduleMs", median(schedule))
    line.add("overPlain", median(schedule) / median(plain))
    line.add("overForkMain", median(schedule) / median(forkMain))
    line.add("schedules", schedules)
    return line
  }
}

/// What all subjects are measured with.
struct ProgramTools {
  let gcdcheck: String
  let bareForks: String
  let forkingLibrary: String
  let seed: UInt64
}
#endif
