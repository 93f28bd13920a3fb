// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

/// P49: copies files into one through channels, one after the other; the program waits for all of it.
func copy(_ names: [String], to name: String, in files: ScratchFiles, leavesOnError: Bool) throws {
  let queue = DispatchQueue(label: "com.acme.copy")
  let group = DispatchGroup()
  let output = open(files.path(name), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
  group.enter()
  let writer = DispatchIO(type: .stream, fileDescriptor: output, queue: queue) { _ in
    close(output)
    group.leave()
  }
  let copied = DispatchGroup()
  for name in names {
    copied.enter()
    let reader = DispatchIO(
      type: .stream, path: files.path(name), oflag: O_RDONLY, mode: 0, queue: queue, cleanupHandler: { _ in })
    let step = DispatchSemaphore(value: 0)
    reader?.read(offset: 0, length: .max, queue: queue) { isDone, data, error in
      if error != 0 {
        if leavesOnError { copied.leave() }
        step.signal()
        return
      }
      if let data, data.count > 0 {
        copied.enter()
        writer.write(offset: 0, data: data, queue: queue) { isDone, _, _ in if isDone { copied.leave() } }
      }
      if isDone {
        copied.leave()
        step.signal()
      }
    }
    step.wait()
    reader?.close()
  }
  copied.wait()
  writer.close()
  group.wait()
}

/// P50: four pieces written at their places, each by an operation of its own.
func writePieces(to path: String, flags: Int32) throws {
  let descriptor = open(path, flags, 0o600)
  let group = DispatchGroup()
  group.enter()
  let channel = DispatchIO(type: .random, fileDescriptor: descriptor, queue: .global()) { _ in
    close(descriptor)
    group.leave()
  }
  let written = DispatchGroup()
  for piece in [3, 1, 0, 2] {
    let data = pattern(1_000, startingAt: piece * 1_000).withUnsafeBytes { DispatchData(bytes: $0) }
    written.enter()
    DispatchQueue.global().async {
      channel.write(offset: off_t(piece * 1_000), data: data, queue: .global()) { isDone, _, _ in
        if isDone { written.leave() }
      }
    }
  }
  written.wait()
  channel.close()
  group.wait()
}

/// P83: four writes, then a close; returns the errors of the writes.
func writeAndClose(_ path: String, flags: DispatchIO.CloseFlags) throws -> [Int32] {
  let descriptor = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o600)
  let group = DispatchGroup()
  let errors = Shared<[Int32]>([])
  let queue = DispatchQueue(label: "com.acme.writer")
  group.enter()
  let channel = DispatchIO(type: .stream, fileDescriptor: descriptor, queue: queue) { _ in
    close(descriptor)
    group.leave()
  }
  for piece in 0..<4 {
    let data = pattern(1_000, startingAt: piece * 1_000).withUnsafeBytes { DispatchData(bytes: $0) }
    group.enter()
    channel.write(offset: 0, data: data, queue: queue) { isDone, _, error in
      if error != 0 { errors.value.append(error) }
      if isDone { group.leave() }
    }
  }
  channel.close(flags: flags)
  group.wait()
  return errors.value
}

/// Reads a pipe by a readability handler until `isAll` says so, or until its end.
func readByHandler(_ isAll: @escaping (String) -> Bool) throws {
  let pipe = Pipe()
  let got = Shared("")
  let ended = DispatchSemaphore(value: 0)
  pipe.fileHandleForReading.readabilityHandler = { handle in
    let data = handle.availableData
    got.value += String(decoding: data, as: UTF8.self)
    if data.isEmpty || isAll(got.value) {
      handle.readabilityHandler = nil
      ended.signal()
    }
  }
  DispatchQueue.global().async {
    pipe.fileHandleForWriting.write(Data("hello".utf8))
    try? pipe.fileHandleForWriting.close()
  }
  ended.wait()
  try require(got.value == "hello", got.value)
}
