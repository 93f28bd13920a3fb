// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDRuntime
import GCDScenario

/// A test, scenario or program as a corpus knows it.
struct CorpusSubject {
  /// What people call it.
  let name: String
  /// The id that its lines carry.
  let test: String
  /// The name of its file.
  let file: String
  /// The hash of the program and of the options that decide what a schedule is.
  let program: UInt64
  let course: ProgramCoverage.Course
  let schedules: Int
  /// Whether schedules may be left out that were run before: where a verdict needs to see all outcomes, or
  /// schedules have no numbers, they may not.
  let mayLeaveOut: Bool

  /// What tells the subjects of a run apart.
  struct Key: Hashable {
    var test: String
    var program: UInt64
  }

  var key: Key { Key(test: test, program: program) }

  private init(
    _ name: String, id: String, root: String, _ options: ExplorationOptions, _ words: [String],
    files: [String], mayLeaveOut: Bool = true
  ) {
    let regressions = RegressionFile(root: root, test: id, mayWrite: false)
    self.name = name
    test = regressions.test
    file = regressions.name
    program = SavedSession.key(CorpusSubject.decisive(options), [Tool.version] + words, files: files)
    course = ProgramCoverage.Course(seed: options.effectiveSeed, strategy: options.strategy.description)
    schedules = options.schedules
    switch options.strategy {
    case .exhaustive, .baseline: self.mayLeaveOut = false
    default: self.mayLeaveOut = mayLeaveOut
    }
  }

  init(_ selected: SelectedScenario, _ options: ScenarioOptions) {
    let path = URL(fileURLWithPath: selected.scenario.path).standardizedFileURL.path
    let root = CorpusSubject.root(from: FileManager.default.currentDirectoryPath)
    let needsAll = if case .outcomes = selected.scenario.expectation { true } else { false }
    self.init(
      selected.name, id: path.hasPrefix(root + "/") ? path : selected.scenario.name, root: root,
      options.exploration(of: selected.scenario), [], files: [selected.scenario.path], mayLeaveOut: !needsAll)
  }

  /// A test in processes of its own.
  ///
  /// - Parameter key: the hash of what it is built into.
  init(process test: String, key: UInt64, _ options: ExplorationOptions, in folder: String) {
    self.init(
      test, id: test + "#process", root: CorpusSubject.root(from: folder), options, ["\(key)"], files: [])
  }

  #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
  init(
    _ selected: SelectedProgram, _ options: ExplorationOptions, allowedStatuses: [Int32], in folder: String
  ) {
    let arguments = Array(selected.words.dropFirst())
    self.init(
      selected.name, id: ([selected.name] + arguments).joined(separator: " ") + "#process",
      root: CorpusSubject.root(from: folder), options, arguments + allowedStatuses.map(String.init),
      files: selected.loadedFiles + [selected.input].compactMap { $0 })
  }
  #endif

  private static func root(from folder: String) -> String {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    RegressionFile.root(from: folder)
    #else
    folder
    #endif
  }

  /// The options without those that do not decide what a schedule does.
  private static func decisive(_ options: ExplorationOptions) -> ExplorationOptions {
    ExplorationOptions(
      seed: 0, maxSteps: options.maxSteps, poolWidth: options.poolWidth,
      cooperativeWidth: options.cooperativeWidth, skew: options.skew, settle: options.settle,
      bodyHost: options.bodyHost)
  }
}
