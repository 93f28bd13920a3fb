// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@Suite struct InitTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  @Test func itWritesAScenarioThatFailsAndSaysWhatToRun() throws {
    let run = try ToolRun("init", in: folder)
    #expect(run.status == 0)
    #expect(
      folder.files == [
        ".gcdcheck/regressions/README.md", "Scenarios/first-deadlock.gcd.yaml",
        "Tests/DeadlockTests/FirstDeadlockTests.swift",
      ])
    #expect(run.output.contains("gcdcheck fuzz Scenarios/first-deadlock.gcd.yaml"))
    #expect(run.output.contains("swift test --filter FirstDeadlockTests"))
    #expect(run.output.contains(".product(name: \"GCDCheck\", package: \"gcdcheck\")"))
    let fuzz = try ToolRun("fuzz", "Scenarios/first-deadlock.gcd.yaml", in: folder)
    #expect(fuzz.status == 1, "\(fuzz.output)\(fuzz.errors)")
    #expect(fuzz.output.contains("GCD102 wait-cycle"))
  }

  @Test func itNeverOverwrites() throws {
    try folder.write("mine", to: "Scenarios/first-deadlock.gcd.yaml")
    let run = try ToolRun("init", in: folder)
    #expect(run.status == 0)
    #expect(try folder.text(of: "Scenarios/first-deadlock.gcd.yaml") == "mine")
    #expect(run.output.contains("kept   Scenarios/first-deadlock.gcd.yaml"))
  }

  @Test func theTestGoesToTheTargetThatUsesGCDCheck() throws {
    try folder.write("// swift-tools-version: 6.0\n// \"GCDCheck\"", to: "Package.swift")
    try folder.write("import XCTest", to: "Tests/AppTests/A.swift")
    try folder.write("import GCDCheck", to: "Tests/CacheTests/B.swift")
    let run = try ToolRun("init", in: folder)
    #expect(folder.files.contains("Tests/CacheTests/FirstDeadlockTests.swift"))
    #expect(!run.output.contains("add gcdcheck to Package.swift"))
  }
}
