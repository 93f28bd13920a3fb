// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDScenario

/// What inputs are made from: files of the right form, and a few that are known to be nasty.
enum Corpus {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Corpus")
  private static let golden = folder.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("GCDReportTests/Golden")

  static let scenarios = texts(of: ScenarioFiles.shipped) + own("scenarios")
  static let shards = own("shards")
  static let regressions = own("regressions")

  /// Event streams with a finding of each kind.
  static let streams: [String] = {
    let codes = golden.appendingPathComponent("codes")
    let files = names(in: codes).filter { $0.hasSuffix(".jsonl.txt") }.map {
      codes.appendingPathComponent($0).path
    }
    let runs = ["mixed-run", "test-run", "scenario-run"].map {
      golden.appendingPathComponent("\($0).jsonl.txt").path
    }
    return texts(of: files + runs)
  }()

  private static func own(_ name: String) -> [String] {
    let place = folder.appendingPathComponent(name)
    return texts(of: names(in: place).map { place.appendingPathComponent($0).path })
  }

  private static func names(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  private static func texts(of paths: [String]) -> [String] {
    paths.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }
  }
}
