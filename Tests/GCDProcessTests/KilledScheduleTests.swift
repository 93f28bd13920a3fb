// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// A process that is killed from outside, as by a system that is short of memory, says nothing about the
/// program.
@Suite struct KilledScheduleTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// Runs a program that dies by what no process can see coming, where the condition holds.
  private func run(_ condition: String) throws -> ToolRun {
    let program = try Compiler.compile(
      try scratch.write(
        """
        #include <fcntl.h>
        #include <signal.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        int main(void) {
          if (\(condition)) syscall(SYS_kill, getpid(), SIGKILL);
          return 0;
        }
        """, to: "program.c"), ["-D_GNU_SOURCE"], in: scratch)
    return try ToolRun(["--schedules", "5", "--", program], in: scratch)
  }

  @Test func killedOnceItIsTriedAgain() throws {
    let run = try run("open(\"killed\", O_WRONLY | O_CREAT | O_EXCL, 0600) >= 0")
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("no findings"), "\(run.output)")
    #expect(FileManager.default.fileExists(atPath: scratch.path("killed")))
  }

  @Test func aProgramThatKillsItselfIsAFinding() throws {
    let run = try run("1")
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains("dies under this schedule with SIGKILL"), "\(run.output)")
  }
}
