// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation

/// What a schedule of a whole program costs.
struct ProgramsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "programs",
    abstract: "Compares schedules of whole programs and test bundles with plain runs and with forks of them.",
    discussion: """
      All figures are milliseconds of processor time, of all processes that have a part, and medians over \
      the rounds: plainMs is a process that runs the program, bareForkMs a fork of a small process that \
      ends at once, forkMainMs a fork of the loaded program that runs its main, and scheduleMs a schedule \
      of gcdcheck run, or of gcdcheck test for a bundle of 20 tests. Forks are less a process without one, \
      and schedules those of a run less those of one half as long, so that no start is in them; schedules \
      says how many that difference is. The programs are built once and kept in the scratch folder.
      """)

  @Option(help: "A subject; repeatable. By default all but large.")
  var only: [ProgramSubject] = []

  @Flag(help: "Measure large as well: a bundle of 40,000 lines, which takes minutes to build.")
  var large = false

  @Option(help: "Schedules of a program, and twice as many; each test of a bundle has a tenth of it.")
  var schedules = 300

  @Option(help: "Rounds of which the medians are taken.")
  var rounds = 5

  @Option(help: "Which schedules.")
  var seed: UInt64 = 7

  @Option(help: "The tool; by default the one that lies beside this one.")
  var gcdcheck: String?

  @Option(help: "Where programs are built.")
  var scratch = NSTemporaryDirectory() + "gcdcheck-programs"

  func validate() throws {
    if schedules < 1 { throw ValidationError("--schedules takes a number from 1 on") }
    if rounds < 1 { throw ValidationError("--rounds takes a number from 1 on") }
  }

  func run() throws {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    let tool = absolute(gcdcheck ?? CellProcess.besideThis("gcdcheck"))
    guard FileManager.default.isExecutableFile(atPath: tool) else {
      throw ValidationError("there is no tool \(tool); swift build --product gcdcheck makes it")
    }
    let folder = absolute(scratch)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let builder = SubjectBuilder(scratch: folder)
    let tools = ProgramTools(
      gcdcheck: tool, bareForks: try builder.bareForks(), forkingLibrary: try builder.forkingLibrary(),
      seed: seed)
    for subject in subjects {
      var measured = ProgramRounds(try builder.build(subject), tools, schedules: schedules)
      for _ in 0..<rounds { try measured.run() }
      measured.figures.write()
    }
    #else
    throw ValidationError("the programs run under control only, which this platform does not have")
    #endif
  }

  private var subjects: [ProgramSubject] {
    let named = only.isEmpty ? ProgramSubject.usual : ProgramSubject.allCases.filter(only.contains)
    return large && !named.contains(.large) ? named + [.large] : named
  }

  /// Processes are started in other folders.
  private func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
}
