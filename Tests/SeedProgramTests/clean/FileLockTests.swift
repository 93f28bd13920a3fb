// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Locks of files, streams and System V semaphores: who has to wait lets the others run.
@Suite struct FileLockTests {
  @Test func aFileLockLetsOneInAtATime() {
    let files = ScratchFiles()
    let path = files.make("lock", [])
    let exploration = expectClean(schedules: 100) {
      let inside = Shared(0)
      let most = Shared(0)
      let group = DispatchGroup()
      for _ in 0..<3 {
        DispatchQueue.global().async(group: group) {
          let descriptor = open(path, O_RDWR)
          _ = CCommands.flock(descriptor, LOCK_EX)
          inside.value += 1
          most.value = max(most.value, inside.value)
          sched_yield()
          inside.value -= 1
          _ = CCommands.flock(descriptor, LOCK_UN)
          close(descriptor)
        }
      }
      group.wait()
      try require(most.value == 1, "\(most.value) had it at once")
    }
    #expect(exploration.distinctSchedules > 10)
  }

  @Test func aStreamWaitsForWhatIsWritten() {
    expectClean(schedules: 100) {
      let pipe = PipeEnds()
      let stream = fdopen(pipe.reader, "r")!
      DispatchQueue.global().async {
        put("one", to: pipe.writer)
        put(" line\ntw", to: pipe.writer)
        put("o\n", to: pipe.writer)
        close(pipe.writer)
      }
      var line: UnsafeMutablePointer<CChar>?
      var size = 0
      try require(getline(&line, &size, stream) == 9 && String(cString: line!) == "one line\n")
      var rest = [CChar](repeating: 0, count: 8)
      try require(fread(&rest, 1, 7, stream) == 4 && String(cString: rest) == "two\n")
      try require(fgetc(stream) == EOF)
      free(line)
      fclose(stream)
    }
  }

  @Test func semaphoresOfSystemVAreWaitedFor() {
    expectClean(schedules: 50) {
      let set = CCommands.makeSemaphores(0, 1, 0o1600)
      try require(set >= 0)
      DispatchQueue.global().async {
        var up = sembuf(sem_num: 0, sem_op: 1, sem_flg: 0)
        _ = CCommands.change(set, &up, 1)
      }
      var down = sembuf(sem_num: 0, sem_op: -1, sem_flg: 0)
      try require(CCommands.change(set, &down, 1) == 0)
      _ = CCommands.removeSemaphores(set, 0, 0)
    }
  }
}
