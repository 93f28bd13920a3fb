// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// What tells a library's own call from a jump to `pthread_mutex_unlock` is read from the instruction before
/// the return address, and where Foundation keeps its main run loop from the start of a function: for both
/// processors, whatever this machine is.
@Suite struct CallDecodingTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  @Test(arguments: ["call-decoding.c", "first-load.c"])
  func instructionsAreRead(_ name: String) throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/CGCDInterpose/Core").standardizedFileURL.path
    let program = try SampleProgram.named(name).build(["-Wall", "-I\(sources)"], in: scratch)
    let run = try ToolRun(tool: program, [], in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }
}
