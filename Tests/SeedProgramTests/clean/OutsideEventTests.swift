// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// What comes from outside the process is waited for in real time, and the virtual clock stands still.
@Suite struct OutsideEventTests {
  @Test func anotherProcessAnswers() {
    expectClean(schedules: 10) {
      let output = Pipe()
      try run("sleep 0.05; echo answer", output: output.fileHandleForWriting.fileDescriptor)
      try output.fileHandleForWriting.close()
      let start = uptime()
      let text = Shared("")
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) {
        text.value = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      }
      try require(group.wait(timeout: .now() + 3600) == .success)
      try require(text.value == "answer\n", text.value)
      try require(uptime() == start, "the clock moved")
    }
  }

  /// The real time that a run waits for another process is spent once and not in each of a thousand rounds,
  /// where nothing is sent meanwhile.
  @Test func anotherProcessSaysNothing() throws {
    let (port, server) = try Loopback.makeSilentServer()
    defer { kill(server, SIGKILL) }
    expectClean(schedules: 3) {
      let client = try Loopback.connect(port: port)
      defer { close(client) }
      let start = uptime()
      for _ in 0..<1_000 {
        var awaited = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
        try require(poll(&awaited, 1, 1_000) == 0)
      }
      try require(uptime() == start + 1_000_000_000_000, "\(uptime() - start)")
    }
  }

  /// Both ends of the connection are in this process: nothing can come from outside. A source that has been
  /// cancelled is no reason to look there either.
  @Test func aConnectionWithinTheProcess() {
    expectClean(schedules: 20) {
      let (server, client) = try Loopback.connect()
      defer {
        close(server)
        close(client)
      }
      let group = DispatchGroup()
      let reader = DispatchSource.makeReadSource(fileDescriptor: server, queue: .global())
      let writer = DispatchSource.makeWriteSource(fileDescriptor: server, queue: .global())
      for source in [reader as DispatchSourceProtocol, writer] {
        group.enter()
        source.setEventHandler { source.cancel() }
        source.setCancelHandler { group.leave() }
        source.activate()
      }
      let start = uptime()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) {
        _ = write(client, [1], 1)
      }
      group.wait()
      try require(uptime() >= start + 500_000_000, "the reader was called too early")
    }
  }
}

/// Starts a shell whose standard output is a descriptor of ours; the process ends by itself.
private func run(_ command: String, output: Int32) throws {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  posix_spawn_file_actions_adddup2(&actions, output, 1)
  Loopback.inheritNothing(&actions)
  let words: [String] = ["sh", "-c", command]
  var arguments = words.map { strdup($0) } + [nil]
  var child: pid_t = 0
  let result = posix_spawn(&child, "/bin/sh", &actions, nil, &arguments, environ)
  posix_spawn_file_actions_destroy(&actions)
  for argument in arguments { free(argument) }
  try require(result == 0)
}
