// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime

import Glibc

/// The environment of this process, read once, before its first controlled run.
enum ProcessEnvironment {
  /// Ends the process with a usage error when a variable cannot be obeyed.
  static let current: Environment = {
    do throws(EnvironmentProblem) {
      let variables = variables()
      var environment = try Environment(variables)
      for name in environment.unknown { ProcessOutput.aside(Notice.unknownVariable(name: name).text) }
      if environment.asked.drawsSeed { ProcessOutput.aside(Notice.randomSeed(randomSeed).text) }
      if environment.asked.corpus != nil {
        let variable = ExplorationOption.corpus.row.variable
        ProcessOutput.aside(Notice.uselessVariable(name: variable, instead: Notice.corpusOfTool).text)
      }
      findShard(&environment, variables)
      return environment
    } catch {
      ProcessOutput.aside(error.text)
      endProcess(with: .usage)
    }
  }()

  private static func findShard(_ environment: inout Environment, _ variables: [String: String]) {
    do throws(EngineShardProblem) {
      if let found = try environment.findShard(variables) { ProcessOutput.aside(found.notice.text) }
    } catch {
      ProcessOutput.aside(error.notice.text)
      endProcess(with: .usage)
    }
  }

  /// Represents `GCDCHECK_SEED=random`: one for the whole process, so that one number repeats all its
  /// tests.
  static let randomSeed: UInt64 = UInt64(UInt32.random(in: 1...UInt32.max))

  /// `GCDCHECK_VERBOSE`: what each test reached is reported as well.
  static let isVerbose: Bool = current.isVerbose

  /// All whose names begin with `GCDCHECK_`, and those of job engines.
  private static func variables() -> [String: String] {
    var result: [String: String] = [:]
    var next = environ
    while let entry = next.pointee {
      next += 1
      let text = String(cString: entry)
      guard let end = text.firstIndex(of: "=") else { continue }
      let name = String(text[..<end])
      guard name.hasPrefix("GCDCHECK_") || JobEngine.allVariables.contains(name) else { continue }
      // Of two with one name, the C library finds the first.
      if result[name] == nil { result[name] = String(text[text.index(after: end)...]) }
    }
    return result
  }
}
#endif
