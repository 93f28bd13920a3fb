// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import Testing

/// The switch for aarch64 under an emulator, where this machine is none and has one.
@Suite struct Aarch64Tests {
  @Test func switching() throws {
    guard let emulator = MachineTool.path("qemu-aarch64"),
      let compiler = MachineTool.path("aarch64-linux-gnu-gcc")
    else {
      let sentence = """
        The switch for aarch64 was not run: it needs the Debian packages qemu-user, gcc-aarch64-linux-gnu \
        and libc6-dev-arm64-cross.

        """
      FileHandle.standardError.write(Data(sentence.utf8))
      return
    }
    // gcc has no words for nullability.
    let program = try CompiledProgram(
      "switching", compiler: compiler, flags: ["-O2", "-D_Nonnull=", "-D_Nullable="])
    defer { program.remove() }
    let outcome = try program.run(through: [emulator, "-L", "/usr/aarch64-linux-gnu"])
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.contains(" checks, 0 failed"), "\(outcome.output)")
  }
}
#endif
