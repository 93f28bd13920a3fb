// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Threads that are not under control and call onto an object of the run.
@Suite struct ForeignCallTests {
  /// A semaphore that crosses from the body to a real thread; the two take turns through pipes.
  private final class Exchange: @unchecked Sendable {
    var semaphore: DispatchSemaphore?
    let toThread = Pipe()
    let toBody = Pipe()

    static func pass(_ pipe: Pipe) {
      var byte: UInt8 = 1
      precondition(write(pipe.fileHandleForWriting.fileDescriptor, &byte, 1) == 1)
    }

    static func await(_ pipe: Pipe) {
      var byte: UInt8 = 0
      precondition(read(pipe.fileHandleForReading.fileDescriptor, &byte, 1) == 1)
    }
  }

  private func explore(sharing: Bool) -> Exploration {
    let exchange = Exchange()
    let own = DispatchSemaphore(value: 0)
    let thread = Thread {
      Exchange.await(exchange.toThread)
      (exchange.semaphore ?? own).signal()
      Exchange.pass(exchange.toBody)
    }
    thread.start()
    return exploreSchedules(schedules: 1) {
      let semaphore = DispatchSemaphore(value: 0)
      if sharing { exchange.semaphore = semaphore }
      Exchange.pass(exchange.toThread)
      Exchange.await(exchange.toBody)
      exchange.semaphore = nil
      semaphore.signal()
      semaphore.wait()
    }
  }

  @Test func callFromOutsideIsNamed() {
    let findings = explore(sharing: true).findings
    #expect(findings.map(\.code) == ["GCD902"])
    #expect(findings.first?.severity == .warning)
    #expect(findings.first?.context.verdict == .potential)
  }

  @Test func callsOntoOtherObjectsAreNobodysBusiness() {
    #expect(explore(sharing: false).findings.isEmpty)
  }

  /// A global queue is everybody's, also where its address is taken for one of the many of the run.
  @Test func callsOntoAGlobalQueueAreNobodysBusiness() {
    let toThread = Pipe()
    let toBody = Pipe()
    Thread {
      Exchange.await(toThread)
      DispatchQueue.global().async {}
      Exchange.pass(toBody)
    }.start()
    let findings = exploreSchedules(schedules: 1) {
      let objects = (0..<40_000).map { _ in DispatchSemaphore(value: 0) }
      DispatchQueue.global().sync {}
      Exchange.pass(toThread)
      Exchange.await(toBody)
      withExtendedLifetime(objects) {}
    }.findings
    #expect(findings.isEmpty, "\(findings.map(\.report))")
  }

  /// Swift has no name for these two.
  @Test(arguments: ["dispatch_async_and_wait_f", "dispatch_barrier_async_and_wait_f"])
  func aSubmissionThatWaitsIsNamed(function: String) {
    typealias Call = @convention(c) (CDispatch.Queue, UnsafeMutableRawPointer?, CDispatch.Work) -> Void
    let call: Call = CDispatch.find(function)
    let toThread = Pipe()
    let toBody = Pipe()
    let shared = Shared<CDispatch.Queue?>(nil)
    Thread {
      Exchange.await(toThread)
      if let queue = shared.value { call(queue, nil) { _ in } }
      Exchange.pass(toBody)
    }.start()
    let findings = exploreSchedules(schedules: 1) {
      let queue = CDispatch.makeSerialQueue("com.acme.shared")
      shared.value = queue
      Exchange.pass(toThread)
      Exchange.await(toBody)
      shared.value = nil
      CDispatch.release(queue)
    }.findings
    #expect(findings.map(\.code) == ["GCD902"])
    let words = function.contains("barrier") ? "asyncAndWait(flags: .barrier)" : "asyncAndWait"
    #expect(findings.first?.report.contains("DispatchQueue.\(words)") == true)
  }
}
