// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// A stack has all its frames, also those of functions that the compiler left without unwind information.
@Suite struct BareFrameTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func report(_ flags: [String]) throws -> String {
    let program = try SampleProgram.named(
      "finds/sync-on-own-queue/in-functions-without-unwind-information.c"
    ).build(["-rdynamic"] + flags, in: scratch)
    let run = try ToolRun(["--schedules", "3", "--", program], in: scratch)
    #expect(run.status == 1)
    return run.output
  }

  @Test(arguments: ["-O0", "-O1", "-O2", "-Os"]) func aStackHasAllFrames(_ level: String) throws {
    let usual = try report([level])
    let frames = usual.split(separator: "\n").filter { $0.contains(/^    [0-9]  [a-z]/) }
    #expect(frames.map { String($0.dropFirst(7)) } == ["reload", "update", "main"], "\(usual)")
    let bare = [level, "-fno-asynchronous-unwind-tables", "-fno-unwind-tables"]
    #expect(try report(bare) == usual)
    #expect(try report(bare + ["-fomit-frame-pointer"]) == usual)
  }
}
