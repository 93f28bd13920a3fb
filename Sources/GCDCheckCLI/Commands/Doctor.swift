// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import GCDReport
import GCDRuntime

/// `gcdcheck doctor [-- PROGRAM]`: says what is intercepted, what is not, and why.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Says what is intercepted here, what is not, and why.",
    discussion: """
      Without a program, a trivial one is examined. The program is loaded, but not run. Exits with 2 when \
      programs cannot be run under control.
      """)

  @Flag(help: "Write the facts as one JSON object.")
  var json = false

  @Argument(
    parsing: .postTerminator, help: ArgumentHelp("After --, the program to examine.", valueName: "program"),
    completion: .file())
  var program: [String] = []

  func run() throws {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    _ = try Environment.readable(environment)
    let selected = try SelectedProgram(
      words: program.isEmpty ? ["true"] : program, environment: environment)
    let facts = try selected.examine()
    let examination = InterpositionCheck(facts: facts, program: selected.words[0])
    if json {
      StandardStream.output.line(try examination.json())
    } else {
      for line in examination.lines { StandardStream.output.line(line.asLogLine) }
    }
    try end(examination.isControlled ? .asExpected : .toolFailed)
    #else
    throw CommandError.toolFailed("gcdcheck runs programs on Linux only (x86-64 and aarch64)")
    #endif
  }
}
