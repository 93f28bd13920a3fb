// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Writes a log by a channel and reads it again.
let path = "/tmp/blame-log-\(getpid())"
let queue = DispatchQueue(label: "log")
let closed = DispatchSemaphore(value: 0)
let written = DispatchGroup()
let channel = DispatchIO(
  type: .stream, path: path, oflag: O_CREAT | O_TRUNC | O_WRONLY, mode: 0o600, queue: queue
) { _ in
  closed.signal()
}!
for line in ["one\n", "two\n"] {
  written.enter()
  let data = line.utf8.withContiguousStorageIfAvailable { bytes in
    DispatchData(bytes: UnsafeRawBufferPointer(bytes))
  }!
  channel.write(offset: 0, data: data, queue: queue) { done, _, _ in
    if done { written.leave() }
  }
}
written.wait()
channel.close()
closed.wait()
let text = try String(contentsOfFile: path, encoding: .utf8)
unlink(path)
precondition(text == "one\ntwo\n")
