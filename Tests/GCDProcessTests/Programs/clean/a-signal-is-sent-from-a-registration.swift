// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Glibc

let got = DispatchSemaphore(value: 0)
let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
source.setEventHandler { got.signal() }
source.setRegistrationHandler { raise(SIGUSR1) }
source.resume()
got.wait()
source.cancel()
