// Licensed under the Apache License, Version 2.0; see LICENSE.
// A callback joins a list that is not read again: the missing leave is for the enter before that.
// says: entered here, and not left
// says: first the block submitted at
import Foundation

/// Its lock has all of its properties.
final class Loader: @unchecked Sendable {
  private let lock = NSLock()
  private var callbacks: [() -> Void] = []
  private var (isLoading, isLoaded) = (false, false)

  func load(_ done: @escaping () -> Void) {
    lock.lock()
    if isLoaded {
      lock.unlock()
      return done()
    }
    callbacks.append(done)
    let isFirst = !isLoading
    isLoading = true
    lock.unlock()
    if isFirst { DispatchQueue.global().async { self.finish() } }
  }

  private func finish() {
    lock.lock()
    let all = callbacks
    lock.unlock()
    for callback in all { callback() }
    lock.lock()
    isLoaded = true
    lock.unlock()
  }
}

let loader = Loader()
let group = DispatchGroup()
let queue = DispatchQueue(label: "cells")
for _ in 0..<2 {
  group.enter()
  queue.async {
    group.enter()  // cause
    loader.load { group.leave() }
    group.leave()
  }
}
group.wait()
