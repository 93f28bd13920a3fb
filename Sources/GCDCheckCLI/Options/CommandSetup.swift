// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What arguments and environment ask for, as each command that explores reads them.
struct CommandSetup {
  let mirror = EnvironmentMirror(variables: environment)
  var request: ExplorationRequest
  var shown: OutputRequest
  /// Processes at once; nil = as usual.
  let jobs: Int?

  /// - Parameter drawnSeed: Represents a random seed; nil = draw one.
  /// - Throws: `CommandError` for what cannot be read.
  init(
    _ exploration: ExplorationArguments, _ output: OutputArguments, jobs: Count?, save: Bool? = nil,
    drawnSeed: UInt64? = nil
  ) throws {
    request = try ExplorationRequest(exploration, variables: environment, drawnSeed: drawnSeed)
    if let save { request.save = save }
    shown = try OutputRequest(output, mirror)
    self.jobs = try (jobs ?? mirror.value("GCDCHECK_JOBS"))?.value
  }

  /// - Throws: `CommandError` for a report that could not be written later.
  func reports(text place: ReportSinks.TextPlace = .output) throws -> ReportSinks {
    try ReportSinks(shown, environment: environment, text: place)
  }
}
