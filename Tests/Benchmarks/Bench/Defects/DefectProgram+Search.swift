// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import DefectPrograms
import GCDCheck

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension DefectProgram {
  /// Explores the program, or its corrected form, in this process until the first error.
  func explore(
    _ strategy: Strategy, seed: UInt64, schedules: Int, isFixed: Bool = false
  ) -> Exploration {
    exploreSchedules(
      schedules: schedules, seed: seed, strategy: strategy,
      options: .init(
        poolWidth: processors.map { .linux(cpus: $0) } ?? .unbounded, strict: true, showOutput: .none)
    ) {
      try run(isFixed: isFixed)
    }
  }

  /// The folder that this process was started from, without the slash at its beginning.
  private static let folder = CellProcess.executable.split(separator: "/").dropLast().joined(separator: "/")

  /// Throws where an executable that explores whole programs has not been built: nothing would be found.
  static func checkExecutables() throws {
    for file in ["gcdcheck", "gcdcheck-defect", "libGCDCheckPreload.so"]
    where access("/\(folder)/\(file)", R_OK) != 0 {
      throw ValidationError(
        "\(file) is missing in /\(folder), which whole programs are explored with: swift build -c release "
          + "makes it")
    }
  }

  /// The words by which a shell has `gcdcheck run` explore the program as an executable.
  func command(_ strategy: Strategy, seed: UInt64, schedules: Int, isFixed: Bool) -> String {
    let folder = Self.folder
    let pool = processors.map { "linux:\($0)" } ?? "unbounded"
    return "'/\(folder)/gcdcheck' run --progress none --report jsonl --strict --no-save --max-steps 100000"
      + " --seed \(seed) --strategy '\(strategy)' --schedules \(schedules) --pool \(pool)"
      + " -- '/\(folder)/gcdcheck-defect' '\(name)'" + (isFixed ? " --corrected" : "") + " 2>/dev/null"
  }
}
