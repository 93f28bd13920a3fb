// Licensed under the Apache License, Version 2.0; see LICENSE.
// What is written in two parts may be read in two.
import Foundation

let pipe = Pipe()
let written = DispatchSemaphore(value: 0)
DispatchQueue.global().async {
  pipe.fileHandleForWriting.write(Data("5\n".utf8))
  pipe.fileHandleForWriting.write(Data("hello".utf8))
  written.signal()
}
let message = pipe.fileHandleForReading.availableData
written.wait()
exit(message.count == 7 ? 0 : 1)
