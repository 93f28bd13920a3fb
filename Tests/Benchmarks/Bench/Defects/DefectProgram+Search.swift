// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import GCDCheck

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

  /// The words by which a shell has `gcdcheck run` explore the program as an executable.
  func command(_ strategy: Strategy, seed: UInt64, schedules: Int, isFixed: Bool) -> String {
    let folder = CellProcess.executable.split(separator: "/").dropLast().joined(separator: "/")
    let pool = processors.map { "linux:\($0)" } ?? "unbounded"
    return "'/\(folder)/gcdcheck' run --progress none --report jsonl --strict --no-save --max-steps 100000"
      + " --seed \(seed) --strategy '\(strategy)' --schedules \(schedules) --pool \(pool)"
      + " -- '/\(folder)/gcdcheck-defect' '\(name)'" + (isFixed ? " --corrected" : "") + " 2>/dev/null"
  }
}
