// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDSchedule

/// A scenario with all left out that its finding does not need.
package struct ScenarioReduction {
  /// Runs of the search for the schedule in each smaller scenario.
  private static let searches = 12

  /// A valid scenario file that shows the same finding.
  package private(set) var text: String
  /// Its finding, with the schedule that shows it.
  package private(set) var finding: Finding
  /// Parts of the file that were left out: steps, declarations, options.
  package private(set) var partsLeftOut = 0
  /// Smaller scenarios that were run.
  package private(set) var tried = 0

  private var tree: Syntax
  private var saved: SavedSchedule
  private let path: String
  private let limit: Int
  private let options: ScenarioOptions
  private let mayGoOn: (Progress) -> Bool

  /// How far the search has come.
  package struct Progress: Sendable {
    /// As the reduction's own, so far.
    package var tried, partsLeftOut: Int
  }

  /// Searches until no part can be left out, or `limit` smaller scenarios were run.
  ///
  /// - Parameters:
  ///   - text: The contents of the scenario file.
  ///   - path: The file, as the caller named it.
  ///   - saved: The schedule of `finding`.
  ///   - mayGoOn: Asked before each smaller scenario.
  /// - Throws: `ScenarioProblem` where no controlled run is possible; nil where the text is no scenario.
  package init?(
    _ text: String, path: String, finding: Finding, saved: SavedSchedule, options: ScenarioOptions,
    limit: Int, mayGoOn: @escaping (Progress) -> Bool
  ) throws {
    let diagnostics = Diagnostics(source: SourceFile(path: path, text: text))
    guard let tree = SyntaxLoader.load(SourceFile(path: path, text: text), diagnostics) else { return nil }
    self.tree = tree
    self.text = SyntaxText.text(of: tree)
    self.finding = finding
    self.saved = saved
    self.path = path
    self.limit = limit
    self.options = options
    self.mayGoOn = mayGoOn
    var before = -1
    // What one list keeps may hang on what another one has lost since.
    while partsLeftOut != before, canTry {
      before = partsLeftOut
      try reduce([])
    }
  }

  private var canTry: Bool { tried < limit && mayGoOn(Progress(tried: tried, partsLeftOut: partsLeftOut)) }

  /// Leaves out parts of the value at `path`, then parts of its parts.
  private mutating func reduce(_ path: [Int]) throws {
    // The parts have the numbers that they had before anything was left out.
    let whole = tree
    guard let count = whole.at(path[...])?.parts, count > 0 else { return }
    var search = SubsetSearch(Array(0..<count))
    while canTry, let proposed = search.next() {
      // What the file expects and how it is explored are its author's.
      let kept = path.isEmpty ? withSettings(proposed, of: whole) : proposed
      let smaller = whole.keeping(kept, at: path[...])
      let holds = try shows(smaller)
      if holds {
        partsLeftOut += (tree.at(path[...])?.parts ?? 0) - kept.count
        tree = smaller
      }
      search.answer(holds)
    }
    for part in 0..<(tree.at(path[...])?.parts ?? 0) { try reduce(path + [part]) }
  }

  private func withSettings(_ kept: [Int], of whole: Syntax) -> [Int] {
    guard case .mapping(let entries) = whole.content else { return kept }
    let settings = entries.indices.filter { ["gcdcheck", "expect", "explore"].contains(entries[$0].key) }
    return Set(kept + settings).sorted()
  }

  /// Whether the smaller file is a scenario that shows the same finding.
  private mutating func shows(_ smaller: Syntax) throws -> Bool {
    let text = SyntaxText.text(of: smaller)
    if text == self.text { return false }
    guard let scenario = try? Scenario(text: text, path: path) else { return false }
    tried += 1
    var options = options
    options.tried = (saved, ScenarioReduction.searches)
    options.showOutput = OutputPolicy.none
    let exploration = try scenario.run(options).exploration
    for finding in exploration.errors where isSame(finding) {
      guard let schedule = exploration.saved.first(where: { $0.signature == finding.signature }) else {
        continue
      }
      self.text = text
      self.finding = finding
      saved = schedule
      return true
    }
    return false
  }

  /// The same code about objects of the same names: lines change when others are left out.
  private func isSame(_ other: Finding) -> Bool {
    ScenarioReduction.words(of: other) == ScenarioReduction.words(of: finding)
  }

  private static func words(of finding: Finding) -> [String] {
    let objects = finding.kind.objects.map { "\($0.type.rawValue) \($0.label ?? "")" }
    let message = objects.isEmpty ? finding.message.filter { !$0.isNumber } : ""
    return [finding.code, message] + objects.sorted()
  }
}
