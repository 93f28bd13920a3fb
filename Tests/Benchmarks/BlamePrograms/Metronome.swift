// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A timer that can be paused; it is resumed before it is cancelled.
final class Metronome {
  private let queue = DispatchQueue(label: "metronome")
  private let timer: DispatchSourceTimer
  private var isRunning = false
  private var ticks = 0
  var onTick: ((Int) -> Void)?

  init() {
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now(), repeating: .milliseconds(250))
    timer.setEventHandler { [weak self] in self?.tick() }
  }

  deinit {
    if !isRunning { timer.resume() }
    timer.cancel()
  }

  private func tick() {
    ticks += 1
    onTick?(ticks)
  }

  func start() {
    guard !isRunning else { return }
    isRunning = true
    timer.resume()
  }

  func pause() {
    guard isRunning else { return }
    isRunning = false
    timer.suspend()
  }
}

let third = DispatchSemaphore(value: 0)
let fifth = DispatchSemaphore(value: 0)
var metronome: Metronome? = Metronome()
metronome?.onTick = { tick in
  if tick == 3 { third.signal() }
  if tick == 5 { fifth.signal() }
}
metronome?.start()
third.wait()
metronome?.pause()
metronome?.start()
fifth.wait()
metronome?.pause()
metronome = nil
