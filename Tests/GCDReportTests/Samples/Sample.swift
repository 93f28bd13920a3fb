// Licensed under the Apache License, Version 2.0; see LICENSE.

import GCDReport
import GCDVocabulary

/// Findings as the engine would make them, one or more for each code.
enum Sample {
  static let directory = "/home/me/app"

  /// A place in the sample package: `at("Sources/App/Cache.swift", 31, 11)`.
  static func at(_ file: String, _ line: Int, _ column: Int = 0) -> CodeLocation {
    CodeLocation(file: "\(directory)/\(file)", line: line, column: column)
  }

  static func frame(_ function: String, _ location: CodeLocation?, inlined: Bool = false) -> StackFrame {
    StackFrame(function: function, location: location, isInlined: inlined)
  }

  /// A frame of a library, hidden by default.
  static func library(_ function: String) -> StackFrame { StackFrame(function: function, isUserCode: false) }

  static func context(
    _ test: String = "AppTests.CacheTests/testReload", schedule: Int = 97, seed: UInt64 = 1_592_590_402,
    strategy: String = "pct, depth 3", token: String = "g1.4tZ.b9"
  ) -> FindingOrigin {
    FindingOrigin(
      test: test, target: .test(filter: test), schedule: schedule, of: 1_000, strategy: strategy, seed: seed,
      token: token, directory: directory)
  }

  static func scenario(_ path: String, schedule: Int = 1, token: String = "g1.0") -> FindingOrigin {
    FindingOrigin(
      test: path, target: .scenario(path: path), schedule: schedule, of: 1_000, strategy: "baseline order",
      seed: 7,
      token: token, directory: directory)
  }

  static let main = ObjectName(.mainQueue)
  static let global = ObjectName(.globalQueue, label: "default")
  static let cache = ObjectName(
    .serialQueue, label: "com.acme.cache", created: at("Sources/App/Cache.swift", 12, 17))
  static let net = ObjectName(
    .concurrentQueue, label: "com.acme.net", created: at("Sources/App/Net.swift", 8, 15))

  static let uploaderGroup = ObjectName(
    .group, created: at("Sources/App/Uploader.swift", 20, 23), creator: "Uploader.init()")

  static let loginSemaphore = ObjectName(
    .semaphore, created: at("Sources/App/Login.swift", 14, 19), creator: "Login.wait()")

  /// Every sample by the name of its golden file.
  static var all: [(name: String, finding: Finding)] {
    [deadlocks, starvation, misuse, objects, progress, wakers, omissions, orderCauses].flatMap(\.self)
  }
}
