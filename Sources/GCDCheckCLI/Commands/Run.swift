// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDSchedule

/// `gcdcheck run -- PROGRAM ARGS…`: runs a whole program under many schedules.
struct Run: ResumableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs a program under many schedules, each in a process of its own.",
    discussion: """
      The program is a dynamically linked executable that is not built for gcdcheck. Its exit status counts: \
      one other than 0 is a finding, unless --allow-exit names it.
      """)

  @OptionGroup(title: "Schedules")
  var exploration: ExplorationArguments

  @Option(help: "Run only the schedule of this token, as a report's last line gives it (gcd1-…).")
  var replay: String?

  @Flag(help: "Show every step of the replayed schedule.")
  var trace = false

  @Option(help: "Schedules that run at once; changes nothing but the time.", transform: Count.parse)
  var jobs: Count?

  @Option(help: "An exit status other than 0 that is no finding; may be repeated.")
  var allowExit: [Int32] = []

  @Option(
    help: "A file that each schedule reads as its standard input, which is empty otherwise.",
    completion: .file())
  var input: String?

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Keep what fails in .gcdcheck/regressions, and what --resume needs of a run that is cut; the default "
        + "where there is a folder .gcdcheck."))
  var save: Bool?

  @Flag(help: ResumableOptions.resume)
  var resume = false

  @OptionGroup(title: "Output")
  var output: OutputArguments

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("After --, the program and its arguments.", valueName: "program"),
    completion: .file())
  var program: [String] = []

  static let name = "run"
  static let subjects = "program"
  var isPlain: Bool {
    program.isEmpty && replay == nil && !trace && allowExit.isEmpty && input == nil && save == nil
  }

  func run() throws { try exploreOrResume() }

  func explore(_ resumption: Resumption) throws {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    let setup = try CommandSetup(
      exploration, output, jobs: jobs, save: save, drawnSeed: resumption.saved?.drawnSeed)
    guard !program.isEmpty else {
      throw CommandError.usage(
        "which program? Write it after two dashes: gcdcheck run -- ./program its arguments")
    }
    let token = try replay.map(ReplayedToken.parse)
    if trace, token == nil {
      throw CommandError.usage("--trace shows one schedule; name it with --replay TOKEN")
    }
    let isTraced = try trace || token != nil && setup.mirror.isOn("GCDCHECK_TRACE") ?? false
    var selected = try SelectedProgram(words: program, environment: environment)
    try selected.read(input: input)
    selected.outputIsTaken = setup.shown.reports.contains(where: \.takesStandardOutput)
    let session = RunSession(
      selected: selected, request: setup.request, token: token, isTraced: isTraced, jobs: setup.jobs ?? 1,
      allowedStatuses: allowExit, reports: try setup.reports(), resumption: resumption)
    try end(session.run())
    #else
    throw CommandError.toolFailed("gcdcheck runs programs on Linux only (x86-64 and aarch64)")
    #endif
  }
}
