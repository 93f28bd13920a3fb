// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDSchedule

/// The section `explore`.
extension ScenarioReader {
  private static let keys = ["schedules", "seed", "pool", "strategy", "max-steps"]

  func readExplore(_ value: Syntax) -> ExploreSettings {
    let fields = readFields(value, of: "\"explore\"", known: Self.keys)
    var settings = ExploreSettings()
    settings.schedules = fields["schedules"].flatMap { readNumber($0, of: "schedules", minimum: 1) }
    settings.seed = fields["seed"].flatMap { readSeed($0) }
    settings.maxSteps = fields["max-steps"].flatMap { readNumber($0, of: "max-steps", minimum: 1) }
    settings.pool = fields["pool"].flatMap { readPool($0) }
    settings.strategy = fields["strategy"].flatMap { readStrategy($0) }
    return settings
  }

  /// Every number of 64 bits, as `--seed` takes it.
  private func readSeed(_ value: Syntax) -> UInt64? {
    if let seed = value.text.flatMap({ UInt64($0) }) { return seed }
    diagnostics.error(
      value.position,
      "\"seed\" is a whole number from 0 to \(UInt64.max), but this is \(value.kindName)")
    return nil
  }

  private func readStrategy(_ value: Syntax) -> Strategy? {
    if let strategy = value.text.flatMap({ Strategy($0) }) { return strategy }
    let guess = value.text.flatMap { closest(to: $0, among: StrategyName.spellings) }
    let names = StrategyName.allCases.map(\.form).joined(separator: ", ")
    diagnostics.error(
      value.position,
      "there is no strategy \(value.kindName); "
        + (guess.map { "did you mean \"\($0)\"?" } ?? "there are \(names)"))
    return nil
  }

  private func readPool(_ value: Syntax) -> PoolWidth? {
    if value.text == "linux" { return .linux(cpus: 4) }
    if let pool = value.text.flatMap({ PoolWidth($0) }) { return pool }
    diagnostics.error(
      value.position,
      "\"pool\" is unbounded, darwin, linux, or linux:2 for two processors, but this is \(value.kindName)")
    return nil
  }
}
