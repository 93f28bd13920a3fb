// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let pipe = Pipe()
let queue = DispatchQueue(label: "io")
let finished = DispatchSemaphore(value: 0)
let input = pipe.fileHandleForReading.fileDescriptor
let channel =
  DispatchIO(type: .stream, fileDescriptor: input, queue: queue) { _ in }
channel.read(offset: 0, length: .max, queue: queue) { done, data, error in
  if done { finished.signal() }
}
pipe.fileHandleForWriting.write(Data("hello".utf8))
pipe.fileHandleForWriting.closeFile()
finished.wait()
