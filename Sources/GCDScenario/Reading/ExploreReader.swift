// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The section `explore`.
extension ScenarioReader {
  private static let keys = ["schedules", "seed", "pool", "strategy", "max-steps"]
  private static let strategies = ["random", "pct"]

  func readExplore(_ value: Syntax) -> ExploreSettings {
    let fields = readFields(value, of: "\"explore\"", known: Self.keys)
    var settings = ExploreSettings()
    settings.schedules = fields["schedules"].flatMap { readNumber($0, of: "schedules", minimum: 1) }
    settings.seed = fields["seed"].flatMap { readNumber($0, of: "seed", minimum: 0) }.map(UInt64.init)
    settings.maxSteps = fields["max-steps"].flatMap { readNumber($0, of: "max-steps", minimum: 1) }
    settings.pool = fields["pool"].flatMap { readPool($0) }
    settings.strategy = fields["strategy"].flatMap { readStrategy($0) }
    return settings
  }

  private func readStrategy(_ value: Syntax) -> String? {
    if let text = value.text, Self.strategies.contains(text) { return text }
    let guess = value.text.flatMap { Suggestion.closest(to: $0, among: Self.strategies) }
    diagnostics.error(
      value.position,
      "there is no strategy \(value.kindName); "
        + (guess.map { "did you mean \"\($0)\"?" } ?? "there are \(Self.strategies.joined(separator: " and "))"))
    return nil
  }

  private func readPool(_ value: Syntax) -> ExploreSettings.Pool? {
    switch value.text {
    case "unbounded": return .unbounded
    case "darwin": return .darwin
    case "linux": return .linux(cpus: 4)
    default:
      if case .mapping(let entries) = value.content, entries.count == 1, entries[0].key == "linux" {
        return readNumber(entries[0].value, of: "linux", minimum: 1, maximum: 1024).map { .linux(cpus: $0) }
      }
      diagnostics.error(
        value.position, "\"pool\" is unbounded, darwin, linux or {linux: 4} (processors), but this is \(value.kindName)")
      return nil
    }
  }
}
