// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import CDispatch
import Glibc

/// One program on the real library.
final class RealRun: @unchecked Sendable {
  struct Act {
    var kind: Int
    var object: Int
    var block: Int
    var second: Int
    var flag: Bool
  }

  let seed: UInt64
  var queues: [dispatch_queue_t] = []
  var groups: [dispatch_group_t] = []
  var semaphores: [dispatch_semaphore_t] = []
  var blocks: [[Act]] = []
  let primitives = ThreadPrimitives()

  /// The seed, then the numbers of the program's text.
  init(_ numbers: [Int]) {
    var index = 0
    func next() -> Int {
      index += 1
      return numbers[index - 1]
    }
    seed = UInt64(next())
    // The overcommit root: its pool does not run dry with a few blocked threads.
    let root = dispatch_get_global_queue(0, 2)
    for _ in 0..<next() {
      let kind = next()
      let target = next()
      let isInactive = next() == 1
      if kind == 2 {
        queues.append(root)
        continue
      }
      var attributes: dispatch_queue_attr_t? = kind == 1 ? concurrentAttribute() : nil
      if isInactive { attributes = dispatch_queue_attr_make_initially_inactive(attributes) }
      queues.append(
        dispatch_queue_create_with_target(nil, attributes, target < 0 ? root : queues[target]))
    }
    for _ in 0..<next() { groups.append(dispatch_group_create()) }
    for _ in 0..<next() { semaphores.append(dispatch_semaphore_create(next())) }
    for _ in 0..<next() {
      var acts: [Act] = []
      for _ in 0..<next() {
        acts.append(Act(kind: next(), object: next(), block: next(), second: next(), flag: next() == 1))
      }
      blocks.append(acts)
    }
  }

  /// Runs to the end, or until every thread sleeps; a hang ends the process, since its threads are lost.
  func run() {
    journal.start()
    journal.submitted()
    let context = Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        let run = Unmanaged<RealRun>.fromOpaque(context!).takeRetainedValue()
        run.execute(0)
        return nil
      }, context)
    pthread_detach(thread)
    var quietLooks = 0
    var lastCount = -1
    while !journal.waitForEnd(milliseconds: 20) {
      let count = journal.count
      quietLooks = count == lastCount && everyOtherThreadSleeps() ? quietLooks + 1 : 0
      lastCount = count
      if quietLooks >= 3 {
        while !journal.mayTellTheEnd() { usleep(1_000_000) }
        journal.print("hang")
        _exit(0)
      }
    }
    journal.print("done")
  }

  func execute(_ block: Int) {
    journal.note(.blockBegins, block, 0)
    for (index, act) in blocks[block].enumerated() {
      pause(block, index)
      currentAct = (block, index)
      journal.note(.actBegins, block, index)
      perform(act)
      journal.note(.actEnds, block, index)
    }
    pause(block, blocks[block].count)
    currentAct = (block, blocks[block].count)
    journal.note(.blockEnds, block, 0)
    journal.ended()
  }

  /// A little noise between operations, different for every seed and place.
  private func pause(_ block: Int, _ act: Int) {
    var z = seed &+ UInt64(block &* 64 &+ act) &* 0x9e37_79b9_7f4a_7c15
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z ^= z >> 27
    switch z % 8 {
    case 0, 1, 2: break
    case 3: sched_yield()
    case 4, 5: usleep(UInt32((z >> 8) % 60))
    case 6: usleep(UInt32((z >> 8) % 400))
    default:
      var spin = (z >> 8) % 4_000
      while spin > 0 { spin -= 1 }
    }
  }

  private func perform(_ act: Act) {
    if act.kind >= 12 { return primitives.perform(act.kind, act.object, act.flag) }
    let queue = act.kind <= 2 || act.kind >= 9 ? queues[act.object] : nil
    switch act.kind {
    case 0:
      if act.second >= 0 {
        dispatch_group_async_f(groups[act.second], queue!, box(act.block), runBlock)
      } else if act.flag {
        dispatch_barrier_async_f(queue!, box(act.block), runBlock)
      } else {
        dispatch_async_f(queue!, box(act.block), runBlock)
      }
    case 1:
      if act.flag {
        dispatch_barrier_sync_f(queue!, box(act.block), runBlock)
      } else {
        dispatch_sync_f(queue!, box(act.block), runBlock)
      }
    case 2: (act.flag ? barrierAsyncAndWait : asyncAndWait)(queue!, box(act.block), runBlock)
    case 3: dispatch_group_enter(groups[act.object])
    case 4: dispatch_group_leave(groups[act.object])
    case 5: _ = dispatch_group_wait(groups[act.object], forever)
    case 6: dispatch_group_notify_f(groups[act.object], queues[act.second], box(act.block), runBlock)
    case 7: _ = dispatch_semaphore_signal(semaphores[act.object])
    case 8: _ = dispatch_semaphore_wait(semaphores[act.object], forever)
    case 9: suspend(queue!)
    case 10: resume(queue!)
    default: activate(queue!)
    }
  }

  private func box(_ block: Int) -> UnsafeMutableRawPointer {
    journal.submitted()
    return Unmanaged.passRetained(Submission(run: self, block: block)).toOpaque()
  }
}
#endif
