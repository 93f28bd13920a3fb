// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import DefectPrograms

/// The options of every command that searches for the known defects.
struct SearchArguments: ParsableArguments {
  @Option(help: "A program, or a beginning of several names; repeatable (default: all).")
  var program: [String] = []

  @Option(help: "Most schedules of one search.")
  var schedules = 10_000

  @Option(help: "The seed of the first trial.")
  var seed: UInt64 = 1

  /// One search, in a process of its own.
  @Flag(help: .private)
  var cell = false

  func validate() throws {
    if schedules < 1 { throw ValidationError("--schedules takes a number from 1 on") }
    for name in program where !DefectProgram.all.contains(where: { $0.name.hasPrefix(name) }) {
      throw ValidationError("no program \(name); gcdcheck-bench defects --list names them")
    }
  }

  /// A whole name names one program, even if other names begin with it.
  var programs: [DefectProgram] {
    if program.isEmpty { return DefectProgram.all }
    return DefectProgram.all.filter { candidate in
      program.contains { name in
        candidate.name == name
          || candidate.name.hasPrefix(name) && !DefectProgram.all.contains { $0.name == name }
      }
    }
  }
}
