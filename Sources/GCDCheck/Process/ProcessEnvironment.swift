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
      let environment = try Environment(variables())
      for name in environment.unknown { ProcessOutput.aside(Notice.unknownVariable(name: name).text) }
      if environment.asked.drawsSeed { ProcessOutput.aside(Notice.randomSeed(randomSeed).text) }
      return environment
    } catch {
      ProcessOutput.aside(error.text)
      endProcess(with: .usage)
    }
  }()

  /// Represents `GCDCHECK_SEED=random`: one for the whole process, so that one number repeats all its
  /// tests.
  static let randomSeed: UInt64 = UInt64(UInt32.random(in: 1...UInt32.max))

  /// `GCDCHECK_VERBOSE`: what each test reached is reported as well.
  static let isVerbose: Bool =
    current.isVerbose

  private static func variables() -> [String: String] {
    var result: [String: String] = [:]
    for name in EnvironmentNames.all {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }
}

/// The names of all variables that begin with `GCDCHECK_`.
private enum EnvironmentNames {
  static var all: [String] {
    var result: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      if text.hasPrefix("GCDCHECK_") { result.append(String(text.prefix { $0 != "=" })) }
      next += 1
    }
    return result
  }
}
#endif
