// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import CGCDUnwind

/// What the loop of the running task keeps: registers, stack and objects of the program's own functions, its
/// global variables.
struct LoopReader {
  let engine: Engine

  /// For the call that returns to this address; nil where it cannot be taken.
  ///
  /// - Parameter isDeep: With all objects that can be reached; only in a process with one thread.
  func loop(behind address: UInt, isDeep: Bool = false) -> gcdc_loop? {
    var reader = self.reader
    reader.is_deep = isDeep
    var loop = gcdc_loop()
    return gcdc_read_loop(address, &reader, &loop) ? loop : nil
  }

  /// The words of the stack, but for those that the engine has left there: `notOwn` is in their place.
  func words(of loop: gcdc_loop) -> [UInt64] {
    (0..<loop.count).map { isOfEngine(loop.words![$0]) ? LoopReader.notOwn : loop.words![$0] }
  }

  /// Gives the stack back these words.
  func restore(_ words: [UInt64], to loop: gcdc_loop) {
    for (index, word) in words.prefix(loop.count).enumerated()
    where word != LoopReader.notOwn && !isOfEngine(loop.words![index]) {
      loop.words![index] = word
    }
  }

  /// No address, and no number that anything counts to.
  private static let notOwn: UInt64 = 0xE461_0E00_E461_0E00

  /// A fingerprint of registers and stack alone; 0 where it cannot be taken.
  func stateOfFrames(behind address: UInt) -> UInt64 {
    var reader = self.reader
    return gcdc_frames_state(address, &reader)
  }

  private var reader: gcdc_loop_reader {
    gcdc_loop_reader(
      is_library: { gcdc_is_library_address($0) },
      is_of_engine: { context, word in
        let engine = Engine(mutating: context.assumingMemoryBound(to: Execution.self))
        return LoopReader(engine: engine).isOfEngine(word)
      },
      context: UnsafeRawPointer(engine), is_of_framework: { gcdc_is_xctest_site($0) },
      is_on_stack: { address in
        var isInGuard = false
        return gcdc_thread_containing(UInt(bitPattern: address), &isInGuard) != nil
      },
      is_deep: false)
  }

  /// Whether the engine has left this word where the program's functions find it and do not look: its calls
  /// use the same stack before these functions do, and leave other values at each call. It is an address of
  /// the engine's, or the time of a step.
  private func isOfEngine(_ word: UInt64) -> Bool {
    let address = UInt(word)
    if address < 1 << 16 { return false }
    if address &- UInt(bitPattern: engine) < MemoryLayout<Execution>.stride { return true }
    return engine.pointee.tasks.contains(address) || engine.pointee.trace.contains(address)
      || gcdc_is_thread_record(address) || ProcessCopy.current?.owns(address) == true || isTimeOfStep(word)
  }

  /// Whether one of the last steps was made at this time, or would have been by its deadline. A program that
  /// adds up its rests by itself does not meet these times, where each rest takes longer than it asks for.
  private func isTimeOfStep(_ time: UInt64) -> Bool {
    let lateness = engine.pointee.world.core.clock.lateness
    return lateness > 0 && (isTimeOfLastSteps(time) || isTimeOfLastSteps(time &+ lateness))
  }

  private func isTimeOfLastSteps(_ time: UInt64) -> Bool {
    let trace = engine.pointee.trace
    let now = engine.pointee.world.core.clock.now
    if time >= now { return time == now }
    var low = max(trace.first, trace.count - 2 * PollRounds.stepsPerPoll)
    var high = trace.count
    while low < high {
      let middle = low + (high - low) / 2
      if trace.steps[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low < trace.count && trace.steps[low].time == time
  }
}
#endif
