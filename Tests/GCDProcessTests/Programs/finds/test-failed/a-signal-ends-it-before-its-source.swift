// Licensed under the Apache License, Version 2.0; see LICENSE.
// says: SIGUSR1
// says: sent here, before its source is installed
// Nothing but the source keeps the signal from ending the process, and that is installed some time later.
import Dispatch
import Glibc

let got = DispatchSemaphore(value: 0)
let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
source.setEventHandler { got.signal() }
source.resume()
DispatchQueue.global().async { raise(SIGUSR1) }
got.wait()
source.cancel()
