// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Colour and progress: what a terminal gets and a pipe does not.
@Suite struct TerminalTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SampleScenario.surprise, to: "surprise.gcd.yaml")
  }

  private static let escape = "\u{1b}["

  @Test(arguments: [
    ([:], [], false),
    ([:], ["--color", "always"], true),
    (["GCDCHECK_COLOR": "always"], [], true),
    (["GCDCHECK_COLOR": "always"], ["--color", "never"], false),
    (["FORCE_COLOR": "1"], [], true),
    (["CLICOLOR_FORCE": "1"], [], true),
    (["CLICOLOR_FORCE": "0"], [], false),
    (["FORCE_COLOR": "1", "NO_COLOR": "1"], [], false),
    (["FORCE_COLOR": "1", "NO_COLOR": ""], [], true),
    (["NO_COLOR": "1"], ["--color", "always"], true),
    (["GCDCHECK_PLUGIN_TTY": "1"], [], true),
    (["GCDCHECK_PLUGIN_TTY": "1", "TERM": "dumb"], [], false),
  ])
  func aFileIsColouredOnlyOnRequest(_ variables: [String: String], _ flags: [String], _ colored: Bool) throws
  {
    let run = try ToolRun(arguments: ["fuzz"] + flags, in: folder, environment: variables)
    #expect(run.output.contains(Self.escape) == colored)
  }

  @Test func reportFilesAreNeverColoured() throws {
    _ = try ToolRun("fuzz", "--color", "always", "--report", "text=report.txt", in: folder)
    #expect(try !folder.text(of: "report.txt").contains(Self.escape))
  }

  @Test func aTerminalIsColoured() throws {
    let shown = try onTerminal(["fuzz", "--progress", "none"], [:])
    #expect(shown.contains(Self.escape))
    #expect(try !onTerminal(["fuzz", "--progress", "none"], ["TERM": "dumb"]).contains(Self.escape))
    #expect(try !onTerminal(["fuzz", "--progress", "none"], ["NO_COLOR": "1"]).contains(Self.escape))
  }

  @Test func theLiveLineIsRewrittenOnATerminalOnly() throws {
    try folder.write(SampleScenario.clean, to: "surprise.gcd.yaml")
    let long = ["fuzz", "--time", "400ms", "--schedules", "100000000", "--strategy", "random"]
    let start = ContinuousClock.now
    let shown = try onTerminal(long, [:])
    let tenths = Int((ContinuousClock.now - start) / .milliseconds(100))
    let rewrites = shown.components(separatedBy: "\r\u{1b}[K").count - 1
    #expect(rewrites >= 2)
    // Ten a second at most, and one that takes the line away.
    #expect(rewrites <= tenths + 1)
    #expect(
      shown.contains(/[1-9][0-9]* schedules \([0-9]+\/s\)  [1-9][0-9]* distinct  0 findings/), "\(shown)")
    let piped = try ToolRun(arguments: long, in: folder)
    #expect(piped.errors == "")
  }

  /// Everything that the tool writes to a terminal.
  private func onTerminal(_ arguments: [String], _ environment: [String: String]) throws -> String {
    // As openpty does it: unlock the other end, ask for its number.
    let unlock: UInt = 0x4004_5431
    let numberOf: UInt = 0x8004_5430
    let leader = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var locked: Int32 = 0
    var number: Int32 = 0
    let isReady = leader >= 0 && ioctl(leader, unlock, &locked) == 0 && ioctl(leader, numberOf, &number) == 0
    try #require(isReady)
    defer { close(leader) }
    let follower = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    let isOpen = follower >= 0
    try #require(isOpen)
    let process = ToolRun.process(arguments, in: folder, environment: environment)
    let handle = FileHandle(fileDescriptor: follower, closeOnDealloc: false)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    close(follower)
    // Reading fails with EIO once the tool has closed the terminal.
    var shown: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(leader, &buffer, buffer.count)
      guard count > 0 else { break }
      shown += buffer[..<count]
    }
    process.waitUntilExit()
    return String(decoding: shown, as: UTF8.self)
  }
}
