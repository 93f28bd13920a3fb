// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Glibc

let got = DispatchSemaphore(value: 0)
let isInstalled = DispatchSemaphore(value: 0)
signal(SIGUSR1, SIG_IGN)
let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
source.setEventHandler { got.signal() }
source.setRegistrationHandler { isInstalled.signal() }
source.resume()
isInstalled.wait()
kill(getpid(), SIGUSR1)
got.wait()
source.cancel()
