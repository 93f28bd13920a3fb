// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import FacePrograms
import Foundation

// A main thread that blocks, and for async programs one that serves its queue, as daemons do.
let program = FaceProgram.named(CommandLine.arguments[1])
if program.isBlocking {
  program.runBlocking()
} else {
  Task {
    await program.run()
    exit(0)
  }
  dispatchMain()
}
