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
      engine.pointee.run.hasEnteredMain = true
      engine.pointee.run.limitTime(
        at: engine.pointee.world.core.clock.now, settle: engine.pointee.exploration.settle)
      _ = engine.step(Operation(.enterMain), site)
    }
    run_loop_made = { RunLoops(engine: theEngine).noteLoop() }
    run_loop_was_empty = { limit, site in EmptyRunLoopTurn(engine: theEngine).rest(limit, site) }
    will_create_run_loop_queue = { site in theEngine.refuse(site) }
    no_run_loop_queue = { queue, site in
      let engine = theEngine
      engine.fault(.notARunLoopQueue, engine.queue(queue), site)
    }
    main_queue_callback = { site in
      let engine = theEngine
      let queue = engine.pointee.world.mainQueue
      if !engine.pointee.world.isMainThreadBound {
        // The real library looks at it only when there is something to run.
        if engine.pointee.run.hasEnteredMain, engine.pointee.world.isWaitedFor(queue) {
          engine.fault(.mainCallbackAfterMain, queue, site)
        }
        return
      }
      let thread = engine.pointee.tasks[engine.pointee.current].pointee.thread
      if thread != engine.pointee.pool.main { engine.fault(.mainCallbackOffMain, queue, site) }
      engine.drainMain(site)
    }
  }
}
#endif
