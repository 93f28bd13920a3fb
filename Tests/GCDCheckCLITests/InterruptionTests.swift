// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Ctrl-C: exit code 130, and what was found until then is written.
@Suite struct InterruptionTests {
  @Test(arguments: [SIGINT, SIGTERM])
  func partialReportsAreWritten(_ signal: Int32) throws {
    let folder = try TemporaryFolder()
    try folder.write(SampleScenario.surprise, to: "a.gcd.yaml")
    try folder.write(SampleScenario.clean, to: "b.gcd.yaml")
    let process = ToolRun.process(
      [
        "fuzz", "--strategy", "random", "--schedules", "1000000000", "--time", "60s", "--report",
        "jsonl=events.jsonl", "--report",
        "junit=junit.xml",
      ],
      in: folder, environment: [:])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // The first lines come when the first scenario is over; the second one would take a minute.
    _ = output.fileHandleForReading.availableData
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
    let events = try folder.text(of: "events.jsonl")
    #expect(events.contains("\"finding\""))
    #expect(events.contains("interrupted"))
    #expect(events.contains("\"runEnded\""))
    #expect(try folder.text(of: "junit.xml").contains("GCD101"))
  }
}
