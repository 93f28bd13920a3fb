// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck
import Glibc
import Testing

/// What goes wrong with channels.
@Suite struct FileChannelMistakeTests {
  @Test func p49AMissingFileAndAnErrorPathWithoutLeave() {
    let files = ScratchFiles()
    files.make("one", pattern(100))
    expectFinding("GCD104", schedules: 20) {
      try copy(["one", "missing"], to: "both", in: files, leavesOnError: false)
    }
  }

  @Test func p50PiecesOfAFileThatIsAppendedTo() {
    let files = ScratchFiles()
    expectFinding("GCD501", naming: "out of place", schedules: 200) {
      try writePieces(to: files.path("out"), flags: O_CREAT | O_WRONLY | O_TRUNC | O_APPEND)
      try require(files.bytes("out") == pattern(4_000), "the pieces are out of place")
    }
  }

  @Test func p83AStopLosesPendingWrites() {
    let files = ScratchFiles()
    expectFinding("GCD501", naming: "125", schedules: 200) {
      let errors = try writeAndClose(files.path("out"), flags: .stop)
      try require(errors.isEmpty, "\(errors)")
    }
  }

  @Test func p84ACallbackLeavesBeforeItEntersForTheNextWrite() {
    let files = ScratchFiles()
    expectFinding("GCD501", naming: "missing", schedules: 200) {
      let descriptor = open(files.path("out"), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
      let group = DispatchGroup()
      let channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: .global()) { _ in
        close(descriptor)
      }
      func send(_ piece: Int) {
        let data = pattern(500, startingAt: piece * 500).withUnsafeBytes { DispatchData(bytes: $0) }
        channel.write(offset: 0, data: data, queue: .global()) { isDone, _, _ in
          if !isDone { return }
          group.leave()
          if piece < 2 {
            group.enter()
            send(piece + 1)
          }
        }
      }
      group.enter()
      send(0)
      group.wait()
      let size = files.bytes("out")?.count ?? 0
      channel.close()
      try require(size == 1_500, "\(1_500 - size) bytes are missing")
    }
  }

  /// On Linux a hang-up is told once: whoever has not read everything by then is never told of the end.
  @Test func aReadabilityHandlerThatWaitsForTheEnd() {
    expectFinding("GCD103", schedules: 50) { try readByHandler { _ in false } }
  }
}
