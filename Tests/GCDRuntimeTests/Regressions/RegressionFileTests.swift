// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDReport
import GCDSchedule
import Testing

@testable import GCDRuntime

/// The file itself: names, lines, and who may write when.
@Suite struct RegressionFileTests {
  let root = FileManager.default.temporaryDirectory.appendingPathComponent("gcdcheck-\(UUID().uuidString)")
    .path

  private func schedule(_ test: String, _ signature: String, token: String = "gcd1-x") -> SavedSchedule {
    let context = FindingOrigin(
      test: test, target: .program, schedule: 3, of: 10, strategy: "random", seed: 7, token: token)
    let finding = Finding(
      .livelock(Livelock(.noDispatchCall, steps: 1, spinning: ["worker 1"])),
      at: CodeLocation(file: signature, line: 1),
      context: context)
    let deviation = StableDeviation(task: 5, operation: 2, visit: 0, instead: 9, isEffect: false)
    let order = SavedDeviation(
      goes: "block 1 of serial queue \"bank\"", submitted: "Bank.swift:12", before: "test body",
      deviation: deviation)
    return SavedSchedule(finding, test: test, of: SavedExecution(steps: 12, trace: 1 << 63, order: [order]))
  }

  private func withFile(_ test: String, _ use: (RegressionFile) throws -> Void) throws {
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: root) }
    try use(RegressionFile(root: root, test: test, mayWrite: true))
  }

  @Test(arguments: [
    ("AppTests.CacheTests/testReload", "CacheTests.testReload.jsonl"),
    ("AppTests.CacheTests/reload(_:)#2", "CacheTests.reload.jsonl"),
    ("AppTests.reload()", "AppTests.reload.jsonl"), ("/p/Scenarios/cache.gcd.yaml", "cache.jsonl"),
    ("A.Outer/Inner/test x", "Outer.Inner.test.x.jsonl"), ("../../etc", "etc.jsonl"),
  ])
  func eachTestHasAName(_ id: String, _ name: String) {
    #expect(RegressionFile(root: "/p", test: id, mayWrite: true).name == name)
  }

  @Test func aScenarioIsKnownByItsPathInThePackage() {
    #expect(
      RegressionFile(root: "/p", test: "/p/Scenarios/a.gcd.yaml", mayWrite: true).test
        == "Scenarios/a.gcd.yaml")
  }

  @Test func whatIsAddedIsReadAgainAndOnlyOnce() throws {
    try withFile("A.B/c") { (file: RegressionFile) throws in
      #expect(try file.add([schedule("A.B/c", "one"), schedule("A.B/c", "two")]) == [1, 2])
      #expect(try file.add([schedule("A.B/c", "one")]) == [1])
      #expect(
        file.read().map(\.line) == [.schedule(schedule("A.B/c", "one")), .schedule(schedule("A.B/c", "two"))])
      // A newer schedule of the same finding takes the place of the old one.
      #expect(try file.add([schedule("A.B/c", "one", token: "gcd1-y")]) == [1])
      #expect(file.read().count == 2)
      // Another test of the same name has lines of its own.
      #expect(try file.add([schedule("X.B/c", "one")]) == [3])
      // A line that no longer fits is replaced, whatever it was about.
      #expect(try file.add([schedule("A.B/c", "three")], replacing: 2) == [2])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: root + "/.gcdcheck/regressions") == [file.name])
    }
  }

  @Test func aLineLooksLikeThis() throws {
    #expect(
      try JSONLine.encode(schedule("A.B/c", "one"))
        == #"{"format":1,"tool":"\#(toolVersion)","test":"A.B/c","code":"GCD402","#
        + #""signature":"GCD402 | one:1","message":"\#(schedule("A.B/c", "one").message)","#
        + #""strategy":"random","seed":"7","token":"gcd1-x","steps":12,"trace":"9223372036854775808","#
        + #""order":[{"goes":"block 1 of serial queue \"bank\"","submitted":"Bank.swift:12","#
        + #""before":"test body","#
        + #""detour":{"task":"5","operation":2,"visit":0,"instead":"9","isEffect":false}}]}"#)
  }

  @Test func whatCannotBeReadStays() throws {
    try withFile("A.B/c") { (file: RegressionFile) throws in
      _ = try file.add([schedule("A.B/c", "one")])
      let newer = #"{"format":2,"tool":"9.9.9","anything":true}"#
      try "nonsense\n\(newer)\n".write(toFile: file.path, atomically: true, encoding: .utf8)
      #expect(try file.add([schedule("A.B/c", "two")]) == [3])
      #expect(
        file.read().map(\.line) == [
          .unreadable(reason: "it is damaged"),
          .unreadable(reason: "it was written by gcdcheck 9.9.9, which is newer"),
          .schedule(schedule("A.B/c", "two")),
        ])
      #expect(try String(contentsOfFile: file.path, encoding: .utf8).contains(newer))
    }
  }

  @Test func thePackageIsTheNearestFolderWithAManifest() throws {
    try withFile("t") { (file: RegressionFile) throws in
      let inner = root + "/Sources/App"
      try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
      #expect(RegressionFile.root(from: inner) == inner)
      try "".write(toFile: root + "/Package.swift", atomically: true, encoding: .utf8)
      #expect(RegressionFile.root(from: inner) == root)
    }
  }
}
#endif
