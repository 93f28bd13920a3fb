// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import Glibc
import Testing

/// What Swift and C++ keep per thread must not outlive abandoned frames.
@Suite(.serialized) struct AbandonedStateTests {
  @Test func exclusiveAccess() throws {
    let thread = try borrow { virtual in
      Shared.modify(&Shared.number) { _ in gcdc_thread_switch(virtual, Shared.carrier!) }
      return Shared.carrier!
    }
    gcdc_thread_recycle(thread, true)
    // A second access to the same variable on the same thread traps if the first is still on record.
    let again = try borrow { _ in
      Shared.modify(&Shared.number) { $0 += 1 }
      return Shared.carrier!
    }
    #expect(again == thread)
    #expect(Shared.number == 1)
    gcdc_thread_recycle(again, false)
  }

  @Test func taskLocalValues() throws {
    let thread = try borrow { virtual in
      Shared.$local.withValue(5) {
        Shared.seen = Shared.local
        gcdc_thread_switch(virtual, Shared.carrier!)
      }
      return Shared.carrier!
    }
    #expect(Shared.seen == 5)
    #expect(Shared.local == 0)
    gcdc_thread_recycle(thread, true)
    let again = try borrow { _ in
      Shared.seen = Shared.local
      return Shared.carrier!
    }
    #expect(again == thread)
    #expect(Shared.seen == 0)
    gcdc_thread_recycle(again, false)
  }

  @Test func currentTask() throws {
    let thread = try borrow { virtual in
      Task(executorPreference: JobKeeper.shared) {
        Shared.seen = withUnsafeCurrentTask { $0 != nil } ? 1 : 0
        JobKeeper.leave()
      }
      JobKeeper.shared.runOne()
      return Shared.carrier!
    }
    #expect(Shared.seen == 1)
    gcdc_thread_recycle(thread, true)
    let again = try borrow { _ in
      Shared.seen = withUnsafeCurrentTask { $0 != nil } ? 1 : 0
      return Shared.carrier!
    }
    #expect(again == thread)
    #expect(Shared.seen == 0)
    gcdc_thread_recycle(again, false)
  }

  @Test func exceptionsBeingHandled() throws {
    let thread = try borrow { virtual in
      // As in the middle of a catch block: the list of caught exceptions is not empty.
      exceptionGlobals()?.storeBytes(of: 0x1000, as: UInt.self)
      exceptionGlobals()?.storeBytes(of: 3, toByteOffset: 8, as: UInt32.self)
      gcdc_thread_switch(virtual, Shared.carrier!)
      return Shared.carrier!
    }
    gcdc_thread_recycle(thread, true)
    let again = try borrow { _ in
      let globals = exceptionGlobals()
      let caught = globals?.load(as: UInt.self) ?? 99
      Shared.seen = Int(caught) + Int(globals?.load(fromByteOffset: 8, as: UInt32.self) ?? 99)
      return Shared.carrier!
    }
    #expect(again == thread)
    #expect(Shared.seen == 0)
    gcdc_thread_recycle(again, false)
  }

  @Test func deepSwiftRecursionAndErrors() throws {
    let thread = try borrow { _ in
      Shared.seen = (try? Shared.descend(3_000)) ?? -1
      return Shared.carrier!
    }
    #expect(Shared.seen == -1)  // thrown at the bottom, caught at the top
    gcdc_thread_recycle(thread, false)
  }

  @Test func noHandleOfACarrierOnAVirtualThread() throws {
    let thread = try borrow { _ in
      Shared.seen = gcdc_thread_carrier() == nil ? 1 : 0
      return Shared.carrier!
    }
    #expect(Shared.seen == 1)
    gcdc_thread_recycle(thread, false)
  }

  /// A virtual thread on which `body` has run until it first left.
  private func borrow(_ body: @escaping gcdc_thread_body) throws -> UnsafeMutablePointer<gcdc_thread> {
    let carrier = try #require(gcdc_thread_carrier())
    Shared.carrier = carrier
    let thread = try #require(gcdc_thread_obtain(body))
    gcdc_thread_switch(carrier, thread)
    return thread
  }
}

/// What bodies, which capture nothing, share with the tests. The suite is serialized and all of it is one
/// OS thread at a time.
private enum Shared {
  // The tests and all bodies run on one OS thread, one at a time.
  nonisolated(unsafe) static var carrier: UnsafeMutablePointer<gcdc_thread>?
  nonisolated(unsafe) static var number = 0
  nonisolated(unsafe) static var seen = 0
  @TaskLocal static var local = 0

  @inline(never) static func modify(_ value: inout Int, _ body: (inout Int) -> Void) { body(&value) }

  struct Bottom: Error {}

  @inline(never) static func descend(_ depth: Int) throws -> Int {
    if depth == 0 { throw Bottom() }
    return try descend(depth - 1) + String(depth).count
  }
}

/// Keeps the one job that a test makes, to run it on a virtual thread.
private final class JobKeeper: TaskExecutor, @unchecked Sendable {
  static let shared = JobKeeper()
  // Written and taken by one test, on one OS thread.
  private var job: UnownedJob?

  func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

  func runOne() { job?.runSynchronously(on: asUnownedTaskExecutor()) }

  /// Leaves the virtual thread from inside the task, for good.
  static func leave() {
    var here: UInt8 = 0
    var inGuard = false
    let address = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    guard let thread = gcdc_thread_containing(address, &inGuard) else { return }
    gcdc_thread_switch(thread, Shared.carrier!)
  }
}

private func exceptionGlobals() -> UnsafeMutableRawPointer? {
  guard let symbol = dlsym(nil, "__cxa_get_globals") else { return nil }
  return unsafeBitCast(symbol, to: (@convention(c) () -> UnsafeMutableRawPointer).self)()
}
#endif
