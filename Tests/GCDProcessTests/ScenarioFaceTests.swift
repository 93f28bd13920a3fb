// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// The programs of `Packages/faces` as scenarios: the same code, and a clean twin.
@Suite struct ScenarioFaceTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// Scenarios have neither locks nor conditions, and a timer of theirs is set when it is activated. Nor have
  /// they Swift tasks: of the async programs there is none; nor loops that look until something is so. Nor is
  /// there anything between two of their steps that could come too late. Of two the cause shows in trials
  /// only, which do not come that far in scenarios.
  private static let cannotBeWritten: Set<String> = [
    "twoLocks", "lockAndQueue", "lockTwice", "conditionWithoutSignal", "signalBeforeTheWait",
    "waitsWithALock", "lockOfAnEndedBlock", "waitsWithoutLooking", "jobWithoutASignal",
    "functionKeepsTheLock", "timerWithoutActivation", "unlockedOnceTooOften",
    "signalsTheWrongSemaphore", "waitsOutsideTheCycle", "writtenBehindTheSignal", "writtenBehindTheLeave",
    "writtenBehindTheBlock", "writtenBehindTheOperation", "writtenBehindTheThread",
    "waitsForAGroupWithItsLock", "callsBackWithItsLock", "wakesOneOfTwo", "mutexesInTwoOrders",
    "waitsWithItsMutex", "polledSemaphore", "polledGroup",
  ]

  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Packages/faces")

  @Test func eachHasTheCodeOfItsProgram() throws {
    let run = try ToolRun(
      [
        "--schedules", "60", "--progress", "none", "--report", "jsonl",
        ScenarioFaceTests.package.appendingPathComponent("Scenarios").path,
      ], command: "fuzz", in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let verdicts = try FaceVerdict.read(run.output) { test in
      String((test.split(separator: "/").last ?? "").replacing(".gcd.yaml", with: ""))
    }
    let codes = Dictionary(uniqueKeysWithValues: verdicts.map { ($0.program, $0.code) })
    let pairs = try ScenarioFaceTests.blockingPrograms()
    #expect(pairs.count >= 24)
    for (name, code) in pairs where !ScenarioFaceTests.cannotBeWritten.contains(name) {
      #expect(codes[name] == .some(code), "\(name)")
      #expect(codes[name + "Twin"] == .some(nil), "\(name)Twin")
    }
    #expect(codes.count == 2 * (pairs.count - ScenarioFaceTests.cannotBeWritten.count))
  }

  private static func blockingPrograms() throws -> [(name: String, code: String)] {
    let sources = package.appendingPathComponent("Sources/FacePrograms")
    return try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil).flatMap {
      let text = try String(contentsOf: $0, encoding: .utf8)
      return text.matches(of: /^ +pair\("(\w+)", "(GCD\d+)"\)/.anchorsMatchLineEndings())
        .map { (String($0.1), String($0.2)) }
    }
  }
}
