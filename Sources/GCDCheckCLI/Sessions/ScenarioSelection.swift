// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDScenario

/// Which scenario files a command line means, read and checked before anything runs.
struct ScenarioSelection {
  /// Where the files come from.
  enum Origin: Equatable {
    case named
    case currentFolder
    case shipped
  }

  let origin: Origin
  private(set) var scenarios: [SelectedScenario] = []

  /// - Throws: `CommandError`: a path that is not there, mistakes in a file, or nothing that matches.
  init(paths: [String], filter: String?) throws {
    let pattern = try filter.map { try NamePattern.parse($0, of: "--filter", example: "cache|timer") }
    var files: [(name: String, path: String)]
    if paths.isEmpty {
      files = try ScenarioSources.inCurrentFolder()
      origin = files.isEmpty || ScenarioSources.isHome ? .shipped : .currentFolder
      if origin == .shipped { files = try ScenarioSources.shipped() }
    } else {
      origin = .named
      files = try paths.flatMap(ScenarioSources.files(named:))
    }
    if let pattern { files.removeAll { !$0.name.contains(pattern) } }
    guard !files.isEmpty else {
      throw CommandError.nothingMatched(
        filter.map { "no scenario's path matches --filter \"\($0)\"; gcdcheck list shows them all" }
          ?? "there is no *.gcd.yaml in \(paths.joined(separator: ", ")); gcdcheck init writes one"
      )
    }
    // All mistakes of all files at once, and before anything runs, as a compiler does it.
    var mistakes: [String] = []
    for file in files {
      do {
        scenarios.append(SelectedScenario(name: file.name, scenario: try Scenario.load(path: file.path)))
      } catch {
        mistakes.append(error.description)
      }
    }
    guard mistakes.isEmpty else { throw CommandError.mistakes(mistakes) }
  }
}
