// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import XCTest

/// Fails as the file `answers` in the package's folder says: a number for each run, which the run takes away.
final class ChildTests: XCTestCase {
  func testAsksAChild() throws {
    guard FileManager.default.fileExists(atPath: "answers") else { return }
    let child = Process()
    child.executableURL = URL(fileURLWithPath: "/bin/sh")
    child.arguments = [
      "-c", "read answer rest < answers; echo \"$rest\" > answers; exit ${answer:-0}",
    ]
    try child.run()
    child.waitUntilExit()
    XCTAssertEqual(child.terminationStatus, 0, "the child says no")
  }
}
