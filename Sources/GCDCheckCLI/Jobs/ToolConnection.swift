// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDProcess
import GCDReport

/// A worker's end of the line to the tool; used on one thread.
final class ToolConnection {
  private var channel: LineChannel
  private var putBack: WorkerRequest?
  /// The tool is still there, as far as is known.
  private(set) var isOpen = true

  init(_ channel: LineChannel) { self.channel = channel }

  /// False when no code listens. The tool may be about to tell something itself.
  func send(_ answer: WorkerReply) -> Bool { channel.sendTakingIn(answer) }

  /// Waits for the next order; nil when there is none any more.
  func receive() -> WorkerRequest? {
    while true {
      if let order = takeArrived() { return order }
      guard isOpen else { return nil }
      isOpen = channel.fill()
    }
  }

  /// Returns an order that has arrived, or one that does within the time; nil = there is none.
  func receive(within milliseconds: Int32) -> WorkerRequest? {
    if let order = takeArrived() { return order }
    guard isOpen else { return nil }
    var request = pollfd(fd: channel.descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return nil }
    isOpen = channel.fill()
    return takeArrived()
  }

  /// The order will come again.
  func putBack(_ order: WorkerRequest) { putBack = order }

  private func takeArrived() -> WorkerRequest? {
    if let order = putBack {
      putBack = nil
      return order
    }
    while let line = channel.takeLine() {
      if let order = try? JSONLine.decode(WorkerRequest.self, from: line) { return order }
    }
    return nil
  }
}
#endif
