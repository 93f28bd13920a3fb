// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDCheck
import Testing

/// Each way in which libdispatch ends a process for a source, by the library's own text.
@Suite struct SourceMisuseTests {
  private func expectMisuse(_ text: String, _ body: () throws -> Void) {
    expectFinding("GCD206", naming: text, schedules: 20, body)
  }

  @Test func setTimerOnADataSource() {
    expectMisuse("Attempt to set timer on a non-timer source") {
      CSources.setTimer(CSources.make("data_add"), 0, 1)
    }
  }

  @Test func anotherClockForATimerWithAClock() {
    let wallTime: UInt64 = 3
    expectMisuse("Attempting to modify timer clock") {
      CSources.setTimer(CSources.make("timer", handle: UInt(wallTime)), 0, 1)
    }
  }

  @Test func anIntervalWithAStart() {
    expectMisuse("Start value is not DISPATCH_TIME_NOW or DISPATCH_TIME_FOREVER") {
      CSources.setTimer(CSources.make("interval", handle: 10), 5, 10)
    }
  }

  @Test func anIntervalOfNothing() {
    expectMisuse("Setting interval to 0") { CSources.setTimer(CSources.make("interval", handle: 10), 0, 0) }
  }

  @Test func tooMuchLeeway() {
    expectMisuse("Passing an invalid leeway") {
      CSources.setTimer(CSources.make("interval", handle: 10), 0, 10, leeway: 1_001)
    }
  }

  @Test func dataForATimer() {
    expectMisuse("Invalid source type") { CSources.merge(1, into: CSources.make("timer")) }
  }

  @Test func aHandlerOfAStrictSourceIsChanged() {
    expectMisuse("Cannot change a handler of this source after it has been activated") {
      let source = CSources.make("data_add")
      CSources.setHandler("event", source) { _ in }
      CSources.setHandler("mandatory_cancel", source) { _ in }
      CSources.call("activate", source)
      CSources.setHandler("event", source) { _ in }
    }
  }

  @Test func aStrictSourceIsDroppedBeforeItsCancel() {
    expectMisuse("Release of a source that has not been cancelled, but has a mandatory cancel handler") {
      let source = CSources.make("data_add")
      CSources.setHandler("event", source) { _ in }
      CSources.setHandler("mandatory_cancel", source) { _ in }
      CSources.call("activate", source)
      CSources.call("release", source)
    }
  }

  @Test func cancelAndWaitWithACancelHandler() {
    expectMisuse("Source has a cancel handler") {
      let source = CSources.make("data_add")
      CSources.setHandler("cancel", source) { _ in }
      CSources.call("source_cancel_and_wait", source)
    }
  }

  @Test func cancelAndWaitWhileSuspended() {
    expectMisuse("Source is suspended") {
      let source = CSources.make("data_add")
      CSources.setHandler("event", source) { _ in }
      CSources.call("activate", source)
      CSources.call("suspend", source)
      CSources.call("source_cancel_and_wait", source)
    }
  }

  @Test func cancelAndWaitFromItsHandler() {
    expectMisuse("dispatch_source_cancel_and_wait called from a source handler") {
      let source = CSources.make("data_add")
      CSources.setContext(source, source)
      CSources.setHandler("event", source) { source in CSources.call("source_cancel_and_wait", source!) }
      CSources.call("activate", source)
      CSources.merge(1, into: source)
    }
  }
}
