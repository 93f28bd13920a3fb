// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDVocabulary

/// The main queue: `dispatch_main`, and what run loops ask of it.
extension gcdc_hooks {
  mutating func installMain() {
    main_loop = { site in
      // The body never returns from dispatchMain: its task ends, and a worker serves the main queue.
      let engine = theEngine
      engine.state.pointee.hasEnteredMain = true
      let now = engine.state.pointee.world.core.clock.now
      let settle = engine.state.pointee.settle
      engine.state.pointee.settleLimit = settle > UInt64.max - now ? UInt64.max : now + settle
      _ = engine.step(Operation(.enterMain), site)
    }
    run_loop_made = { theEngine.noteRunLoop() }
    run_loop_was_empty = { limit, site in theEngine.restAfterEmptyTurn(limit, site) }
    will_create_run_loop_queue = { site in
      let engine = theEngine
      let task = engine.state.pointee.current
      engine.prepare(task, site)
      engine.stopAndLeave(.refused, task, .none, .none)
    }
    no_run_loop_queue = { queue, site in
      let engine = theEngine
      engine.fault(.notARunLoopQueue, engine.queue(queue), site)
    }
    main_queue_callback = { site in
      let engine = theEngine
      let queue = engine.state.pointee.world.mainQueue
      if !engine.state.pointee.world.isMainThreadBound {
        // The real library looks at it only when there is something to run.
        if engine.state.pointee.hasEnteredMain, engine.state.pointee.world.isWaitedFor(queue) {
          engine.fault(.mainCallbackAfterMain, queue, site)
        }
        return
      }
      let thread = engine.state.pointee.tasks[Int(engine.state.pointee.current.rawValue)].thread
      if thread != engine.state.pointee.mainThread { engine.fault(.mainCallbackOffMain, queue, site) }
      engine.drainMain(site)
    }
  }
}
#endif
