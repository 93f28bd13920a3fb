// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime

/// Reads a scenario file: YAML to `Scenario`, or all the mistakes that are in it.
///
/// Names are declared first, whatever the order of the keys in the file; then everything that refers to them
/// is read.
final class ScenarioReader {
  /// The keys at the top of a file.
  enum Section: String, CaseIterable {
    case gcdcheck, expect, explore, queues, groups, semaphores, variables, once, timers, items, blocks,
      threads, steps
  }

  let source: SourceFile
  let diagnostics: Diagnostics
  var symbols = SymbolTable()
  var program = Program()
  private var sections: [Section: Syntax.Entry] = [:]

  static func read(path: String, text: String) throws(ScenarioErrors) -> Scenario {
    let reader = ScenarioReader(path: path, text: text)
    let scenario = reader.scenario()
    try reader.diagnostics.throwIfAny()
    // Without an error there is a scenario: each way to nil above has left one.
    guard let scenario else { throw ScenarioErrors([]) }
    return scenario
  }

  private init(path: String, text: String) {
    source = SourceFile(path: path, text: text)
    diagnostics = Diagnostics(source: source)
  }

  /// Notes a mistake because of which there is no value.
  func refuse<Value>(_ position: SourcePosition, _ message: String) -> Value? {
    diagnostics.error(position, message)
    return nil
  }

  private func scenario() -> Scenario? {
    guard let root = SyntaxLoader.load(source, diagnostics) else { return nil }
    guard case .mapping(let entries) = root.content else {
      return refuse(
        root.position,
        "a scenario begins with keys such as \"queues:\" and \"steps:\", but this is \(root.kindName)")
    }
    collectSections(entries)
    checkVersion()
    declareNames()
    readDeclarations()
    readSteps()
    checkBlocksEnd()
    let expectation = sections[.expect].flatMap { readExpectation($0.value) } ?? .clean
    let explore = sections[.explore].map { readExplore($0.value) } ?? AskedOptions()
    return Scenario(
      path: source.path, name: ScenarioFiles.name(ofFile: source.path), summary: summary(),
      expectation: expectation,
      explore: explore, expectationPosition: sections[.expect]?.keyPosition ?? .start, program: program)
  }

  /// The value of a section that is written and not empty.
  func section(_ section: Section) -> Syntax? {
    guard let entry = sections[section], !entry.value.isEmpty else { return nil }
    return entry.value
  }

  private func collectSections(_ entries: [Syntax.Entry]) {
    for entry in entries {
      if let section = Section(rawValue: entry.key) {
        sections[section] = entry
      } else if entry.key == "sources" {
        diagnostics.error(
          entry.keyPosition,
          "\"sources\" needs a later version of gcdcheck; only timers can be written yet, under \"timers\" "
            + "(process, vnode and mach sources do not exist on Linux)")
      } else {
        let known = Section.allCases.map(\.rawValue)
        let guess = closest(to: entry.key, among: known).map { "; did you mean \"\($0)\"?" }
        diagnostics.error(
          entry.keyPosition,
          "\"\(entry.key)\" is not a part of a scenario"
            + (guess ?? "; the parts are \(known.joined(separator: ", "))"))
      }
    }
  }

  private func checkVersion() {
    guard let version = sections[.gcdcheck]?.value else { return }
    if version.text != "1" {
      diagnostics.error(
        version.position,
        "\"gcdcheck\" is the version of the format; this tool reads 1, not \(version.kindName)")
    }
  }

  private func readSteps() {
    guard let steps = sections[.steps] else {
      if section(.threads) == nil {
        diagnostics.error(.start, "there is nothing to run; write \"steps:\" and the steps below it")
      }
      return
    }
    var scope = Scope()
    program.steps = readStepList(steps.value, of: "steps", in: &scope)
  }

  /// The comment lines before the first key.
  private func summary() -> String {
    source.lines.prefix { $0.hasPrefix("#") }.map { $0.drop { $0 == "#" || $0 == " " } }.joined(
      separator: " ")
  }
}
