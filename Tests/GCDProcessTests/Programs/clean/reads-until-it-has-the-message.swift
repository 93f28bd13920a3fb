// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let pipe = Pipe()
let written = DispatchSemaphore(value: 0)
DispatchQueue.global().async {
  pipe.fileHandleForWriting.write(Data("5\n".utf8))
  pipe.fileHandleForWriting.write(Data("hello".utf8))
  written.signal()
}
var message = Data()
while message.count < 7 { message += pipe.fileHandleForReading.availableData }
written.wait()
exit(message == Data("5\nhello".utf8) ? 0 : 1)
