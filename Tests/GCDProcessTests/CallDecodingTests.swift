// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// What tells a library's own call from a jump to `pthread_mutex_unlock` is read from the instruction before
/// the return address: for both processors, whatever this machine is.
@Suite struct CallDecodingTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  @Test func callsAreToldFromJumps() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/CGCDInterpose").standardizedFileURL.path
    let program = try SampleProgram.named("call-decoding.c").build(["-Wall", "-I\(sources)"], in: scratch)
    let run = try ToolRun(tool: program, [], in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
