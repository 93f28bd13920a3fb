// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation

/// Whether planted defects are found, and whether reports name the line that is to be changed.
struct BlameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Plants defects in small programs; prints which are found, and whose report names the cause.",
    discussion: """
      Each mutant is compiled and searched by gcdcheck run. It counts as found with any finding that is more \
      than a note, as primary where the first finding is about a guilty line, and as named where a guilty \
      line is named in the first 15 lines of the report. Sentences of reports are compared with the recorded \
      steps. Any finding in a sound program is an alarm. Programs are compiled once and kept in the scratch \
      folder. Ends with 1 where a mutant is missed, a sentence is contradicted, or an alarm is raised.
      """)

  @Option(help: "A regular expression: mutants by \"Program/mutant\", sound programs by \"Program\".")
  var only: String?

  @Option(help: "Schedules of each mutant at most.")
  var schedules = 1_000

  @Option(help: "Schedules of each sound program; 0 leaves them out.")
  var cleanSchedules = 5_000

  @Option(help: "The seed of every search.")
  var seed: UInt64 = 1

  @Option(help: "The tool; by default the one that lies beside this one.")
  var gcdcheck: String?

  @Option(help: "The compiler.")
  var compiler = "swiftc"

  @Option(help: "Where programs are compiled.")
  var scratch = NSTemporaryDirectory() + "gcdcheck-blame"

  @Option(help: "Cases at the same time.")
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Option(help: "A file that gets one line for each case.")
  var json: String?

  @Option(help: "A file that gets the figures as an article of the documentation.")
  var article: String?

  func validate() throws {
    if schedules < 1 { throw ValidationError("--schedules takes a number from 1 on") }
    if cleanSchedules < 0 { throw ValidationError("--clean-schedules takes a number from 0 on") }
    if jobs < 1 { throw ValidationError("--jobs takes a number from 1 on") }
    if let only, (try? Regex(only)) == nil {
      throw ValidationError("--only takes a regular expression, not \"\(only)\"")
    }
  }

  func run() throws {
    let (mutants, clean) = try cases()
    if mutants.isEmpty && clean.isEmpty { throw ValidationError("--only matches no program and no mutant") }
    let tools = BlameTools(
      gcdcheck: gcdcheck ?? CellProcess.besideThis("gcdcheck"), compiler: compiler,
      scratch: scratch, seed: seed)
    let log = try json.map(openLog)
    let table = BlameTable(
      mutants: try outcomes(of: mutants, schedules: schedules, with: tools, log),
      clean: try outcomes(of: clean, schedules: cleanSchedules, with: tools, log))
    table.lines.forEach(TextLine.write)
    if let article {
      let text = table.article(schedules: schedules, cleanSchedules: cleanSchedules, day: BlameCommand.today)
      try text.write(toFile: article, atomically: true, encoding: .utf8)
    }
    if !table.missed.isEmpty || !table.broken.isEmpty || !table.alarms.isEmpty { throw ExitCode.failure }
  }

  private func cases() throws -> (mutants: [BlameCase], clean: [BlameCase]) {
    let programs = try BlameProgram.all()
    let expression = try only.map { try Regex($0) }
    func isAsked(_ one: BlameCase) -> Bool {
      expression.map { one.name.firstMatch(of: $0) != nil } ?? true
    }
    let mutants = try programs.flatMap { try $0.cases() }.filter(isAsked)
    return (mutants, cleanSchedules == 0 ? [] : programs.map(\.clean).filter(isAsked))
  }

  private func openLog(_ path: String) throws -> FileHandle {
    try Data().write(to: URL(fileURLWithPath: path))
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  /// In the order of the cases; all are tried before one without an outcome ends the command.
  private func outcomes(
    of cases: [BlameCase], schedules: Int, with tools: BlameTools, _ log: FileHandle?
  ) throws -> [BlameOutcome] {
    var waiting = cases[...]
    var running: [BlameRun] = []
    var outcomes: [BlameOutcome] = []
    while !waiting.isEmpty || !running.isEmpty {
      while running.count < jobs, let next = waiting.popFirst() {
        running.append(try BlameRun(next, schedules: schedules, with: tools))
      }
      do {
        let outcome = try running.removeFirst().outcome()
        log?.write(Data((outcome.figures.text + "\n").utf8))
        outcomes.append(outcome)
      } catch let failure as BlameRun.Failure {
        TextLine.write("error: \(failure)")
      }
    }
    if outcomes.count < cases.count { throw ExitCode.failure }
    return outcomes
  }

  private static var today: String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_GB")
    format.dateFormat = "d MMMM yyyy"
    return format.string(from: Date())
  }
}
