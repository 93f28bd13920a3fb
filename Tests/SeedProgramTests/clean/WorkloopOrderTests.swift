// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// A workloop takes its blocks in order of submission, whatever quality of service they ask for: on Linux the
/// library gives all of them the same one (Libdispatch.md "Build configuration").
@Suite struct WorkloopOrderTests {
  /// FallbackStrategy, utility, default, user-initiated, user-interactive, and the extremes once more.
  private static let inLine: [UInt32] = [0x09, 0x11, 0x15, 0x19, 0x21, 0x09, 0x21]

  @Test func theRealLibraryKeepsTheOrder() throws {
    for i in 0..<40_000 { do { try submitInLine() } catch { print("AT", i, error) } }
  }

  @Test func soDoesTheModel() {
    expectClean(schedules: 100_000) { try submitInLine() }
  }

  private func submitInLine() throws {
    let workloop = CDispatch.makeWorkloop("com.acme.loop")
    let isInLine = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    let order = Shared<[UInt32]>([])
    CDispatch.async(workloop, quality: 0) { isInLine.wait() }
    for quality in WorkloopOrderTests.inLine {
      CDispatch.async(workloop, quality: quality) { order.value.append(quality) }
    }
    CDispatch.async(workloop, quality: 0) { done.signal() }
    isInLine.signal()
    done.wait()
    CDispatch.release(workloop)
    try require(order.value == WorkloopOrderTests.inLine, "\(order.value)")
  }
}
