// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Reads a pipe by a source until a full stop.
var ends: [Int32] = [0, 0]
precondition(pipe(&ends) == 0)
let reading = ends[0]
let writing = ends[1]
let queue = DispatchQueue(label: "reader")
let source = DispatchSource.makeReadSource(fileDescriptor: reading, queue: queue)
let closed = DispatchSemaphore(value: 0)
var text: [UInt8] = []
source.setEventHandler {
  var buffer = [UInt8](repeating: 0, count: 16)
  let count = read(reading, &buffer, 16)
  text += buffer.prefix(max(count, 0))
  if text.last == UInt8(ascii: ".") {
    source.cancel()
  }
}
source.setCancelHandler {
  close(reading)
  closed.signal()
}
source.resume()
DispatchQueue.global().async {
  for word in ["one ", "two ", "three."] {
    _ = word.withCString { write(writing, $0, strlen($0)) }
  }
}
closed.wait()
close(writing)
precondition(String(decoding: text, as: UTF8.self) == "one two three.")
