// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Collects lines and writes them when there are three, or after a second.
final class BatchWriter {
  private let queue = DispatchQueue(label: "batch")
  private let disk = DispatchQueue(label: "disk")
  private var pending: [Int] = []
  private var written: [Int] = []
  private var flushTimer: DispatchSourceTimer?

  func append(_ line: Int) {
    queue.async {
      self.pending.append(line)
      if self.pending.count == 3 {
        self.flush()
      } else if self.flushTimer == nil {
        let timer = DispatchSource.makeTimerSource(queue: self.queue)
        timer.schedule(deadline: .now() + .seconds(1))
        timer.setEventHandler { [weak self] in self?.flush() }
        self.flushTimer = timer
        timer.activate()
      }
    }
  }

  private func flush() {
    flushTimer?.cancel()
    flushTimer = nil
    let lines = pending
    pending = []
    disk.async {
      self.written += lines
      for _ in lines { done.leave() }
    }
  }

  func contents() -> [Int] {
    queue.sync { disk.sync { written } }
  }
}

let done = DispatchGroup()
let writer = BatchWriter()
for line in 1...5 {
  done.enter()
  writer.append(line)
}
done.wait()
precondition(writer.contents() == [1, 2, 3, 4, 5])
