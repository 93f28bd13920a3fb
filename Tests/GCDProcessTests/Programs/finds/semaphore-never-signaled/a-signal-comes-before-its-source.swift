// Licensed under the Apache License, Version 2.0; see LICENSE.
// says: it was not installed yet when the signal was sent at
// `resume` returns before the source is installed: what is sent then is ignored, as the program asks for.
import Dispatch
import Glibc

let got = DispatchSemaphore(value: 0)
signal(SIGUSR1, SIG_IGN)
let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
source.setEventHandler { got.signal() }
source.resume()
kill(getpid(), SIGUSR1)  // cause
got.wait()
source.cancel()
