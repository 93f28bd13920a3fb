// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import GCDCheck

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A process of its own for one cell.
///
/// A schedule that hangs leaves its threads behind, and one process takes no more than 2,000 of them.
struct CellProcess {
  private let program: DefectProgram
  private let column: DefectColumn
  private let output: UnsafeMutablePointer<FILE>?

  /// Starts the search; its answer is short enough to lie in the pipe until it is asked for.
  init(
    _ program: DefectProgram, _ column: DefectColumn, trials: Int, schedules: Int, seed: UInt64, isFixed: Bool
  ) {
    self.program = program
    self.column = column
    let command =
      "exec '\(CellProcess.executable)' defects --cell --program '\(program.name)'"
      + " --strategy '\(column.strategy)' --trials \(trials) --schedules \(schedules) --seed \(seed)"
      + (isFixed ? " --corrected" : "") + (column.isWholeProgram ? " --as-program" : "")
    output = popen(command, "r")
  }

  /// Waits for the end; trials are missing from the cell where the process did not come that far.
  func cell() -> DefectCell {
    let trials = CellProcess.lines(from: output).compactMap { DefectTrial(text: $0[...]) }
    return DefectCell(program: program, column: column, trials: trials)
  }

  /// What a command of the shell writes, when it has ended.
  static func lines(of command: String) -> [String] { lines(from: popen(command, "r")) }

  private static func lines(from output: UnsafeMutablePointer<FILE>?) -> [String] {
    guard let output else { return [] }
    var lines: [String] = []
    var line = [CChar](repeating: 0, count: 1 << 20)
    while fgets(&line, Int32(line.count), output) != nil {
      lines.append(
        String(decoding: line.prefix { $0 > 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
    pclose(output)
    return lines
  }

  /// This program.
  static let executable: String = {
    #if os(Linux)
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    if length > 0 {
      return String(decoding: path.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    #endif
    return CommandLine.arguments[0]
  }()

  /// A program that is built with this one.
  static func besideThis(_ name: String) -> String {
    executable.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      + "/" + name
  }
}
