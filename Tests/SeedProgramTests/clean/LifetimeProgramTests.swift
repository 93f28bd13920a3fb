// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Testing

/// Contexts, finalizers and destructors: they run inside the run, once, after the last work.
@Suite(.serialized) struct LifetimeProgramTests {
  @Test func p12AFinalizerRunsOnceAfterTheLastWork() {
    let events = Events()
    expectClean {
      events.reset()
      let done = DispatchSemaphore(value: 0)
      events.onFinalize = { done.signal() }
      let queue = CDispatch.makeSerialQueue("com.acme.finalized")
      CDispatch.setContext(queue, events.pointer)
      CDispatch.setFinalizer(queue) { Events.of($0).note("finalizer") }
      for _ in 0..<3 { CDispatch.async(queue, events.pointer) { Events.of($0).note("work") } }
      CDispatch.release(queue)
      done.wait()
      try require(events.seen == ["work", "work", "work", "finalizer"])
    }
    #expect(events.finalizers == 1)
  }

  @Test func aFinalizerWithoutAContextNeverRuns() {
    let events = Events()
    expectClean {
      events.reset()
      let queue = CDispatch.makeSerialQueue("q")
      CDispatch.setFinalizer(queue) { _ in fatalError("there is no context") }
      CDispatch.async(queue, events.pointer) { Events.of($0).note("work") }
      CDispatch.release(queue)
    }
    #expect(events.seen == ["work"])
  }

  /// What libdispatch's own test of finalizers does: the context is set by the last block.
  @Test func theContextIsThatOfTheEnd() {
    let events = Events()
    expectClean {
      events.reset()
      let done = DispatchSemaphore(value: 0)
      events.onFinalize = { done.signal() }
      let queue = CDispatch.makeSerialQueue("q")
      events.queue = queue
      CDispatch.setFinalizer(queue) { Events.of($0).note("finalizer") }
      DispatchQueue.main.asyncAfter(deadline: .now() + 1) {
        CDispatch.async(events.queue!, events.pointer) {
          let events = Events.of($0)
          CDispatch.setContext(events.queue!, events.pointer)
        }
        CDispatch.release(events.queue!)
      }
      done.wait()
      try require(uptime() == 100_001_000_000_000)
    }
    #expect(events.finalizers == 1)
  }

  @Test func aFinalizerRunsOnTheTargetAndKeepsIt() {
    let events = Events()
    expectClean {
      events.reset()
      let done = DispatchSemaphore(value: 0)
      events.onFinalize = { if events.finalizers == 2 { done.signal() } }
      let target = CDispatch.makeSerialQueue("com.acme.target")
      let queue = CDispatch.makeSerialQueue("com.acme.queue")
      CDispatch.retarget(queue, to: target)
      events.queue = target
      for each in [target, queue] {
        CDispatch.setContext(each, events.pointer)
        CDispatch.setFinalizer(each) {
          let label = CDispatch.currentLabel
          Events.of($0).note("on \(label)")
        }
      }
      CDispatch.release(target)
      CDispatch.release(queue)
      done.wait()
      try require(events.seen.first == "on com.acme.target")
      try require(events.seen.last?.hasPrefix("on com.apple.root") == true)
    }
  }

  /// What libdispatch's own test of queue-specific values does.
  @Test func everySpecificValueIsDestroyedOnce() {
    let events = Events()
    let keys = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
    defer { keys.deallocate() }
    expectClean {
      events.reset()
      let done = DispatchGroup()
      events.onFinalize = { done.leave() }
      for _ in 0..<5 { done.enter() }
      let queue = CDispatch.makeSerialQueue("q")
      let target = CDispatch.makeSerialQueue("tq")
      let destroy: CDispatch.Work = { Events.of($0).note("destroyed") }
      let pointer = events.pointer
      CDispatch.setSpecific(target, keys + 4, pointer, destroy)
      CDispatch.setContext(queue, pointer)
      CDispatch.retarget(queue, to: target)
      CDispatch.setFinalizer(queue, destroy)
      events.queue = queue
      events.keys = keys
      CDispatch.async(queue, pointer) {
        let events = Events.of($0)
        CDispatch.setSpecific(events.queue!, events.keys! + 1, events.pointer) {
          Events.of($0).note("destroyed")
        }
      }
      CDispatch.retain(queue)
      DispatchQueue.global().async {
        CDispatch.setSpecific(events.queue!, events.keys! + 2, events.pointer) {
          Events.of($0).note("destroyed")
        }
        DispatchQueue.global().async {
          if CDispatch.specific(events.queue!, events.keys! + 2) == nil { events.note("lost") }
          CDispatch.release(events.queue!)
        }
      }
      CDispatch.async(queue, pointer) {
        let events = Events.of($0)
        CDispatch.setSpecific(events.queue!, events.keys! + 1, events.pointer) {
          Events.of($0).note("destroyed")
        }
      }
      CDispatch.async(queue, pointer) {
        let events = Events.of($0)
        CDispatch.setSpecific(events.queue!, events.keys! + 1, nil) { _ in }
        if CDispatch.specific(events.queue!, events.keys! + 1) != nil { events.note("kept") }
      }
      CDispatch.release(target)
      CDispatch.release(queue)
      done.wait()
      try require(events.seen == Array(repeating: "destroyed", count: 5))
    }
  }

  @Test func anEnteredGroupLivesUntilItIsLeft() {
    let events = Events()
    expectClean {
      events.reset()
      let done = DispatchSemaphore(value: 0)
      events.onFinalize = { done.signal() }
      let create: @convention(c) () -> CDispatch.Queue = CDispatch.find("dispatch_group_create")
      let enter: @convention(c) (CDispatch.Queue) -> Void = CDispatch.find("dispatch_group_enter")
      let group = create()
      events.queue = group
      CDispatch.setContext(group, events.pointer)
      CDispatch.setFinalizer(group) { Events.of($0).note("finalizer") }
      enter(group)
      CDispatch.async(CDispatch.makeSerialQueue("q"), events.pointer) {
        let events = Events.of($0)
        let leave: @convention(c) (CDispatch.Queue) -> Void = CDispatch.find("dispatch_group_leave")
        events.note("leaves")
        leave(events.queue!)
      }
      CDispatch.release(group)
      done.wait()
      try require(events.seen == ["leaves", "finalizer"])
    }
  }

  /// A queue that nothing holds but a delayed block goes after that block.
  @Test func aDelayedBlockKeepsItsQueue() {
    let events = Events()
    expectClean {
      events.reset()
      let queue = CDispatch.makeSerialQueue("q")
      let after: @convention(c) (UInt64, CDispatch.Queue, UnsafeMutableRawPointer?, CDispatch.Work) -> Void =
        CDispatch.find("dispatch_after_f")
      CDispatch.setContext(queue, events.pointer)
      CDispatch.setFinalizer(queue) { Events.of($0).note("finalizer at \(uptime())") }
      after(DispatchTime.now().uptimeNanoseconds + 5_000_000_000, queue, events.pointer) {
        Events.of($0).note("work")
      }
      CDispatch.release(queue)
    }
    #expect(events.seen == ["work", "finalizer at 100005000000000"])
  }
}

/// What a program in C does with its contexts, written down.
private final class Events {
  var seen: [String] = []
  var onFinalize: () -> Void = {}
  var queue: CDispatch.Queue?
  var keys: UnsafeMutableRawPointer?

  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  var finalizers: Int { seen.filter { $0 != "work" }.count }

  static func of(_ pointer: UnsafeMutableRawPointer?) -> Events {
    Unmanaged<Events>.fromOpaque(pointer!).takeUnretainedValue()
  }

  func reset() {
    seen = []
    onFinalize = {}
  }

  func note(_ text: String) {
    seen.append(text)
    if text != "work", text != "leaves" { onFinalize() }
  }
}
