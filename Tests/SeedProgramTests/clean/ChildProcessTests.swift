// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Processes that a program starts: their end is an event from outside and comes when nothing else can go
/// on.
@Suite struct ChildProcessTests {
  @Test func foundationStartsOneAndWaits() {
    expectTheSame {
      let group = DispatchGroup()
      let status = Shared<Int32>(-1)
      DispatchQueue(label: "tools").async(group: group) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/true")
        guard (try? process.run()) != nil else { return }
        process.waitUntilExit()
        status.value = process.terminationStatus
      }
      DispatchQueue.global().async(group: group) { usleep(1_000) }
      group.wait()
      try require(status.value == 0, "\(status.value)")
    }
  }

  @Test func foundationFeedsOneAndReadsWhatItSays() {
    expectTheSame {
      let process = Process()
      let (input, output) = (Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/bin/cat")
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      let text = Shared("")
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        text.value = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      }
      try input.fileHandleForWriting.write(contentsOf: Data("hello".utf8))
      try input.fileHandleForWriting.close()
      process.waitUntilExit()
      group.wait()
      try require(process.terminationStatus == 0 && text.value == "hello", text.value)
    }
  }

  @Test func aProcessIsWaitedForByItsNumber() {
    expectTheSame {
      let first = try spawn("exit 3")
      // Ends once the first has been waited for: which one ends first is not left to the machine.
      let second = try spawn("while kill -0 \(first) 2>/dev/null; do sleep 0.01; done; exit 4")
      let statuses = Shared<[Int32]>([0, 0])
      let group = DispatchGroup()
      for (index, process) in [first, second].enumerated() {
        DispatchQueue.global().async(group: group) {
          var status: Int32 = 0
          if waitpid(process, &status, 0) == process { statuses.value[index] = status >> 8 }
        }
      }
      group.wait()
      try require(statuses.value == [3, 4], "\(statuses.value)")
      // By number: `wait` would take the children of whatever else this process runs meanwhile.
      for process in [first, second] { try require(waitpid(process, nil, 0) == -1 && errno == ECHILD) }
    }
  }

  @Test func aCommandIsRunAndReadFrom() {
    expectTheSame {
      let group = DispatchGroup()
      let turns = Shared(0)
      DispatchQueue.global().async(group: group) {
        for _ in 0..<3 {
          sched_yield()
          turns.value += 1
        }
      }
      try require(CCommands.system("exit 5") == 5 << 8)
      let stream = CCommands.open("printf 'one\\ntwo\\n'", "r")
      var line = [CChar](repeating: 0, count: 64)
      try require(fgets(&line, 64, stream) != nil && String(cString: line) == "one\n")
      try require(fgets(&line, 64, stream) != nil && String(cString: line) == "two\n")
      try require(fgets(&line, 64, stream) == nil)
      try require(CCommands.close(stream) == 0)
      group.wait()
      try require(turns.value == 3)
    }
  }

  private func expectTheSame(_ body: () throws -> Void) {
    // One place in the source: the seed comes from there.
    let hashes = (0..<3).map { _ in expectClean(schedules: 20, body).traceHash }
    #expect(Set(hashes).count == 1)
  }
}

/// Starts a shell; returns its number.
private func spawn(_ command: String) throws -> pid_t {
  let words: [String] = ["sh", "-c", command]
  var arguments = words.map { strdup($0) } + [nil]
  defer { for argument in arguments { free(argument) } }
  var child: pid_t = 0
  try require(posix_spawn(&child, "/bin/sh", nil, nil, &arguments, environ) == 0)
  return child
}
