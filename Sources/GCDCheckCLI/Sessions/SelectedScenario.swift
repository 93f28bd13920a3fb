// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDRuntime
import GCDScenario

/// One scenario file that is to be run; the one place at which the command line calls the engine.
struct SelectedScenario {
  /// What the user types to name it: a path, or the name of a shipped scenario.
  var name: String
  var scenario: Scenario

  /// The verdict that the file asks for, in the words of the format.
  var expectation: String {
    switch scenario.expectation {
    case .clean: "clean"
    case .finding(let code, _): "\(code.rawValue) \(code.slug)"
    case .outcomes(let variables, let values):
      "\(values.count) outcomes of \(variables.joined(separator: ", "))"
    }
  }

  /// Runs the scenario.
  ///
  /// - Parameters:
  ///   - onFinding: Called for each distinct finding as soon as it is made.
  ///   - onSchedule: Called between schedules; false ends the exploration. As a rule, the user ends it.
  ///   - lead: Asked for what other processes have run; nil = there are none.
  /// - Throws: `CommandError` where no controlled run is possible.
  func run(
    _ options: ScenarioOptions, onFinding: () -> Void = {},
    onSchedule: (ExplorationProgress) -> Bool = { _ in !Interruption.isRequested },
    lead: Lead? = nil
  ) throws -> ScenarioResult {
    do {
      return try withoutActuallyEscaping(onFinding) { onFinding in
        try withoutActuallyEscaping(onSchedule) { onSchedule in
          try scenario.run(options, observer: { _ in onFinding() }, progress: onSchedule, lead: lead)
        }
      }
    } catch let problem as ScenarioProblem {
      throw Self.refusal(problem)
    }
  }

  private static func refusal(_ problem: ScenarioProblem) -> CommandError {
    switch problem {
    case .unsupported(let errors): CommandError.mistakes([errors.description])
    case .control(let problem): CommandError.toolFailed(sentence(about: problem))
    }
  }

  /// The findings with replay commands that can be pasted: the tool and the file as the user named them.
  func addressed(_ findings: [Finding]) -> [Finding] {
    let command = Invocation.command(environment)
    return findings.map { finding in
      var finding = finding
      finding.context.test = name
      finding.context.target = .scenario(path: name)
      finding.context.command = command
      return finding
    }
  }

  private static func sentence(about problem: ControlProblem) -> String {
    switch problem {
    case .nested: "a controlled run cannot contain another one"
    case .badToken(let token, _): "\"\(token)\" is no schedule token of this version"
    case .notInterposed(let cause):
      "calls to Dispatch do not arrive here: \(cause) took them; link dynamically, without -static-stdlib"
    case .closedLibrary:
      "the functions of this libdispatch call each other directly, as Ubuntu builds it, and cannot be "
        + "controlled; take Swift from swift.org"
    case .unknownLayout(let cause):
      "this build of libdispatch is not known (\(cause)); take Swift from swift.org"
    case .unsupportedPlatform: "gcdcheck runs programs on Linux only (x86-64 and aarch64)"
    }
  }
}
