// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// What cannot be written, or read, is an error with one sentence, never a success.
@Suite struct LostOutputTests {
  let folder: TemporaryFolder
  init() throws {
    folder = try TemporaryFolder()
    try folder.write(SampleScenario.clean, to: "a.gcd.yaml")
  }

  @Test(arguments: ["fuzz a.gcd.yaml", "list", "--help", "explain GCD101"])
  func standardOutputOnAFullDisk(_ words: String) throws {
    let run = try shell("\"$0\" \(words) > /dev/full")
    #expect(run.status == 2)
    #expect(
      run.errors.contains("standard output cannot be written (No space left on device)"), "\(run.errors)")
  }

  @Test(arguments: ["fuzz a.gcd.yaml | head -c 1", "list | true"]) func aReaderThatHasGoneIsNoError(
    _ words: String
  ) throws {
    let run = try shell("\"$0\" \(words)")
    #expect(run.status == 0)
    #expect(!run.errors.contains("error"), "\(run.errors)")
  }

  @Test func aReportOnAFullDisk() throws {
    let run = try ToolRun(
      "fuzz", "a.gcd.yaml", "--report", "html=/dev/full", "--report", "jsonl=whole.jsonl", in: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("\"/dev/full\" cannot be written (No space left on device)"), "\(run.errors)")
    #expect(try folder.text(of: "whole.jsonl").contains("runEnded"))
  }

  @Test func aPipeWithoutAReader() throws {
    #expect(mkfifo(folder.url.path + "/pipe", 0o600) == 0)
    let run = try ToolRun("fuzz", "a.gcd.yaml", "--report", "html=pipe", in: folder)
    #expect(run.status == 2)
    #expect(run.errors.contains("no process reads the pipe \"pipe\""), "\(run.errors)")
  }

  @Test func aLinkIsFollowed() throws {
    try folder.write("old", to: "there/real.html")
    let link = folder.url.path + "/link.html"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "there/real.html")
    let run = try ToolRun("fuzz", "a.gcd.yaml", "--report", "html=link.html", in: folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.text(of: "there/real.html").contains("<html"))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "there/real.html")
  }

  @Test func nothingMayBeWritten() throws {
    let run = try shell(
      "(ulimit -f 0; \"$0\" fuzz a.gcd.yaml --report html=x.html) 2>&1 | cat; exit ${PIPESTATUS[0]}")
    #expect(run.status == 2, "\(run.output)")
    #expect(run.output.contains("\"x.html\" cannot be written (File too large)"), "\(run.output)")
    #expect(!folder.files.contains { $0.hasSuffix(".partial") })
  }

  @Test func aSmallStackIsMadeLargerOrRefused() throws {
    let grown = try shell("ulimit -S -s 64; \"$0\" fuzz a.gcd.yaml")
    #expect(grown.status == 0, "\(grown.errors)")
    let refused = try shell("ulimit -s 64; \"$0\" fuzz a.gcd.yaml")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("the stack is limited to 64 KiB"), "\(refused.errors)")
  }

  @Test func noCommandIsNoSuccess() throws {
    let run = try ToolRun(in: folder)
    #expect(run.status == 64)
    #expect(run.output.contains("SUBCOMMANDS"))
  }

  @Test func withoutProcNothingIsTaken() throws {
    let run = try shell(
      "unshare -m sh -c 'umount -l /proc && \"$0\" fuzz a.gcd.yaml' \"$0\"")
    // A container may forbid that, and a changed root stand in the way; then nothing was run.
    if run.errors.contains("Operation not permitted") || run.errors.hasPrefix("unshare: ") { return }
    #expect(run.status == 2, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("/proc is missing"), "\(run.errors)")
  }

  private func shell(_ line: String) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line, ToolRun.tool.path]
    process.currentDirectoryURL = folder.url
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GCDCHECK_") }
    process.standardInput = FileHandle.nullDevice
    let files = ["out", "err"].map { folder.url.deletingLastPathComponent().path + "/\($0)" }
    for file in files { _ = FileManager.default.createFile(atPath: file, contents: nil) }
    process.standardOutput = FileHandle(forWritingAtPath: files[0])
    process.standardError = FileHandle(forWritingAtPath: files[1])
    try process.run()
    process.waitUntilExit()
    let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
    return (process.terminationStatus, texts[0], texts[1])
  }
}
