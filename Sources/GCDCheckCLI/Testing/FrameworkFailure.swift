// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// An assertion that failed, as XCTest and Swift Testing print it.
struct FrameworkFailure: Equatable {
  /// As it was printed: XCTest gives the path, Swift Testing the name alone.
  var file: String
  var line: Int
  /// 0 where it is not reported.
  var column: Int
  var message: String

  /// All failures in what a test printed, in order.
  static func list(_ output: String) -> [FrameworkFailure] {
    output.split(separator: "\n").compactMap { line in
      classic(line) ?? modern(line)
    }
  }

  /// `/src/CacheTests.swift:21: error: CacheTests.testLost : XCTAssertEqual failed: …`
  private static func classic(_ line: Substring) -> FrameworkFailure? {
    guard let match = line.wholeMatch(of: /(.+?):(\d+): error: \S+ : (.*)/), let number = Int(match.2) else {
      return nil
    }
    return FrameworkFailure(file: String(match.1), line: number, column: 0, message: tidied(match.3))
  }

  /// `✘ Test early() recorded an issue at CacheTests.swift:26:45: Expectation failed: ready`
  private static func modern(_ line: Substring) -> FrameworkFailure? {
    guard
      let match = line.firstMatch(of: /recorded an issue .*?at ([^:]+):(\d+):(\d+): (.*)/)
        ?? line.firstMatch(of: /recorded an issue at ([^:]+):(\d+):(\d+): (.*)/),
      let number = Int(match.2), let column = Int(match.3)
    else { return nil }
    return FrameworkFailure(
      file: String(match.1), line: number, column: column, message: tidied(match.4))
  }

  /// XCTest ends a message without a text of the user's with a dash.
  private static func tidied(_ message: Substring) -> String {
    var text = message.trimmingCharacters(in: .whitespaces)
    if text.hasSuffix(" -") { text.removeLast(2) }
    return text
  }
}
