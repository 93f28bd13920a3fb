// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import GCDModel
import GCDVocabulary
import Glibc

/// Time, identity, entropy, and threads that the program makes itself.
extension gcdc_hooks {
  mutating func installSystem() {
    clock_now = { clock in theEngine.readClock(clock) }
    sleep = { nanoseconds, site in
      let engine = theEngine
      let now = engine.pointee.world.core.clock.now
      let duration = nanoseconds > 0 ? nanoseconds : engine.shortestSleep
      let (deadline, overflow) = now.addingReportingOverflow(duration)
      if ThreadHooks(engine: engine).mustEndNow() { return Int32(GCDC_CANCELLED) }
      let operation = Operation(.sleep, argument: overflow ? Operation.noDeadline - 1 : deadline)
      return engine.step(operation, site) == World.cancelledResult
        ? ThreadHooks(engine: engine).cancelled() : 0
    }
    self.yield = { site in
      let engine = theEngine
      engine.noteYield(of: engine.pointee.current)
      _ = engine.step(Operation(.yield), site)
    }
    polled = { site in
      let engine = theEngine
      let steps = engine.pointee.trace.count
      if engine.pointee.polling.stepsAtPoll == steps { engine.yieldToOthers(site) }
      engine.pointee.polling.stepsAtPoll = engine.pointee.trace.count
    }
    random_bytes = { buffer, count in
      let engine = theEngine
      engine.endPrologue()
      var offset = 0
      while offset < count {
        var word = engine.pointee.exploration.choices.pointee.random()
        memcpy(buffer + offset, &word, min(8, count - offset))
        offset += 8
      }
    }
    outside_effect = { theEngine.endPrologue() }
    thread_id = {
      let engine = theEngine
      return engine.threadID(of: engine.pointee.current)
    }
    mutex_id = { site in FutexHooks(engine: theEngine).mutexID(site) }
    thread_created = { site in
      let engine = theEngine
      engine.pointee.notes.uncontrolledThreads.append(Site(site))
    }
    exit_called = { status, site in theEngine.exitCalled(status, site) }
    process_exit = { status, _ in
      ExecutionGuard.exited(status)
      ExecutionGuard.executeNext(flushes: false)
    }
    program_replaced = { path, _ in ExecutionGuard.replaced(by: String(cString: path)) }
    futex = { word, operation, value, timeout, word2, value3, site in
      FutexHooks(engine: theEngine).futex(word, operation, value, timeout, word2, value3, site)
    }
  }
}

extension Engine {
  /// What a task takes for its kernel thread: the virtual main thread answers as the process's main thread
  /// does.
  func threadID(of task: TaskID) -> Int32 {
    let thread = pointee.tasks[task].pointee.thread!
    if thread == pointee.pool.main, pointee.exploration.host == .mainThread {
      return pointee.exploration.processID
    }
    return gcdc_thread_kernel_id(thread)
  }

  /// The process is a copy: its main thread has another id, by which Foundation tells that it is the main
  /// thread.
  func beginInCopy() {
    let process = getpid()
    pointee.exploration.processID = process
    guard pointee.exploration.host == .mainThread, let main = pointee.pool.main,
      let pointer = main.pointee.thread_pointer
    else { return }
    gcdc_set_thread_id_of(pointer, process)
  }
}
#endif
