// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Glibc

// A source watches the master, a queue writes the slave.
var master: Int32 = 0
var slave: Int32 = 0
guard openpty(&master, &slave, nil, nil, nil) == 0 else { fatalError() }
var raw = termios()
tcgetattr(slave, &raw)
cfmakeraw(&raw)
tcsetattr(slave, TCSANOW, &raw)
let (input, output) = (master, slave)
let queue = DispatchQueue(label: "com.acme.reader")
let done = DispatchSemaphore(value: 0)
// Used on the queue alone.
nonisolated(unsafe) var total = 0
let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: queue)
source.setEventHandler {
  var bytes = [UInt8](repeating: 0, count: 64)
  let count = read(input, &bytes, bytes.count)
  if count > 0 { total += count }
  if total == 300 { done.signal() }
}
source.resume()
DispatchQueue.global().async {
  for _ in 0..<30 { _ = write(output, "0123456789", 10) }
}
done.wait()
source.cancel()
queue.sync {}
