// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule
import Testing

/// What has a registry is listed nowhere else, or the lists would disagree one day.
@Suite struct RegistryTests {
  /// Not the benchmark: it compares strategies that it names. Not the values of a report either, whose names
  /// in the event stream are of other things, such as the delay of a block.
  private static let sources = PackageTree.sources.filter {
    $0.isShipped && $0.isSwift && $0.target != "GCDCheckBench" && !$0.path.contains("/GCDReport/Values/")
  }

  /// A search decides itself, and schedule 0 is the baseline: others have to know these two.
  private static let ordinary = StrategyName.allCases.filter {
    ![.auto, .random, .exhaustive, .baseline].contains($0)
  }

  @Test(arguments: ordinary.map(\.rawValue))
  func aStrategyIsNamedInItsRegistryAlone(_ name: String) throws {
    let branch = try Regex("case \\.\(name)\\b|\"\(name)\"")
    #expect(files(with: branch) == ["Sources/GCDSchedule/Strategy.swift"])
  }

  @Test(arguments: ExplorationOption.allCases)
  func theVariableOfAnOptionStandsInTheTableAlone(_ option: ExplorationOption) throws {
    let literal = try Regex("\"\(option.row.variable)\"")
    #expect(files(with: literal) == ["Sources/GCDRuntime/Options/ExplorationOption.swift"])
  }

  private func files(with pattern: Regex<AnyRegexOutput>) -> [String] {
    Self.sources.filter { $0.lines.contains { $0.contains(pattern) } }.map(\.path)
  }
}
