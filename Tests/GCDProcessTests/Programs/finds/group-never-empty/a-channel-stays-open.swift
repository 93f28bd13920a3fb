// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

let pipe = Pipe()
let queue = DispatchQueue(label: "io")
let group = DispatchGroup()
let channel = DispatchIO(
  type: .stream, fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: queue
) { _ in group.leave() }
group.enter()
group.enter()
channel.read(offset: 0, length: 5, queue: queue) { done, data, error in
  if done { group.leave() }
}
pipe.fileHandleForWriting.write(Data("hello".utf8))
group.wait()
