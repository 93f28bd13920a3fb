// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDProcess
import GCDReport

/// A worker's end of the line to the tool; used on one thread.
final class ToolConnection {
  private var channel: LineChannel
  private var putBack: WorkerLine<WorkerRequest>?
  /// The tool is still there, as far as is known.
  private(set) var isOpen = true

  init(_ channel: LineChannel) { self.channel = channel }

  /// False when no code listens. The tool may be about to tell something itself.
  func send(_ answer: WorkerReply, _ freight: String? = nil) -> Bool {
    WorkerLine(answer, freight).text.map { channel.sendTakingIn(text: $0) } ?? false
  }

  /// Waits for the next order; nil when there is none any more.
  func receive() -> WorkerLine<WorkerRequest>? {
    while true {
      if let order = takeArrived() { return order }
      guard isOpen else { return nil }
      isOpen = channel.fill()
    }
  }

  /// Returns an order that has arrived, or one that does within the time; nil = there is none.
  func receive(within milliseconds: Int32) -> WorkerLine<WorkerRequest>? {
    if let order = takeArrived() { return order }
    guard isOpen else { return nil }
    var request = pollfd(fd: channel.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return nil }
    isOpen = channel.fill()
    return takeArrived()
  }

  /// The order will come again.
  func putBack(_ order: WorkerLine<WorkerRequest>) { putBack = order }

  private func takeArrived() -> WorkerLine<WorkerRequest>? {
    if let order = putBack {
      putBack = nil
      return order
    }
    while let line = channel.takeLine() {
      if let order = WorkerLine<WorkerRequest>(line) { return order }
    }
    return nil
  }
}
#endif
