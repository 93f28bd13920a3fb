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

    func pass(_ pipe: Pipe) {
      var byte: UInt8 = 1
      precondition(write(pipe.fileHandleForWriting.fileDescriptor, &byte, 1) == 1)
    }

    func await(_ pipe: Pipe) {
      var byte: UInt8 = 0
      precondition(read(pipe.fileHandleForReading.fileDescriptor, &byte, 1) == 1)
    }
  }

  private func explore(sharing: Bool) -> Exploration {
    let exchange = Exchange()
    let own = DispatchSemaphore(value: 0)
    let thread = Thread {
      exchange.await(exchange.toThread)
      (exchange.semaphore ?? own).signal()
      exchange.pass(exchange.toBody)
    }
    thread.start()
    return exploreSchedules(schedules: 1) {
      let semaphore = DispatchSemaphore(value: 0)
      if sharing { exchange.semaphore = semaphore }
      exchange.pass(exchange.toThread)
      exchange.await(exchange.toBody)
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
}
