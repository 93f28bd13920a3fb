// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDSchedule
import GCDVocabulary

/// One executed scheduling point.
struct StepRecord {
  var task: TaskID
  var object: ObjectID
  var other: UInt32
  var kind: OperationKind
  /// The operation could not complete: the task waits.
  var isBlocked: Bool
  /// The operation would have ended by itself, had nothing else ended it.
  var isTimed: Bool
  var result: Int32
  /// Virtual nanoseconds since the start of the run.
  var time: UInt64
  var site: Site
  /// The trace hash after this step: where two runs of one schedule part, the first unequal hash says.
  var hash: UInt64
  var stack: StackReference

  /// Whether one task made both at one place of the program.
  func isSameCall(as other: StepRecord) -> Bool {
    task == other.task && site == other.site && kind == other.kind
  }
}

/// The steps of one run in order, in a buffer that is kept from run to run.
struct Trace {
  /// Valid from `first` to `count`.
  private(set) var steps: UnsafeMutablePointer<StepRecord>
  private(set) var count = 0
  /// Earlier steps than this one are no longer kept.
  private(set) var first = 0
  /// Steps that are kept at least, once there are so many; a power of two, or all.
  var mostKept = Int.max
  private var buffer: UnsafeMutablePointer<StepRecord>
  /// Steps for which there is room, those included that are no longer kept.
  private var capacity: Int
  /// Covers, per step: task, operation, object, virtual time, result, the set of enabled tasks.
  private var fingerprint = TraceHash()

  /// The fingerprint of the steps so far.
  var hash: UInt64 { fingerprint.value }

  init() {
    capacity = 1024
    buffer = .allocate(capacity: capacity)
    steps = buffer
  }

  mutating func reset() {
    count = 0
    fingerprint = TraceHash()
    capacity -= first
    first = 0
    steps = buffer
  }

  /// Whether a step is, or may be, at this address.
  func contains(_ address: UInt) -> Bool {
    address &- UInt(bitPattern: buffer) < UInt((capacity - first) * MemoryLayout<StepRecord>.stride)
  }

  /// Where the next step is to be written, all of it but its hash; `append` then makes it part of the trace.
  ///
  /// In place, because an unoptimised build copies a record several times on its way.
  mutating func next() -> UnsafeMutablePointer<StepRecord> {
    if count == capacity { makeRoom() }
    return steps + count
  }

  mutating func append(
    _ step: UnsafeMutablePointer<StepRecord>, taskStableID: UInt64, objectStableID: UInt64,
    enabledHash: UInt64
  ) {
    fingerprint.step(
      task: taskStableID, operation: step.pointee.kind, object: objectStableID, time: step.pointee.time,
      result: UInt64(UInt32(bitPattern: step.pointee.result)) | (step.pointee.isBlocked ? 1 << 48 : 0),
      enabled: enabledHash)
    step.pointee.hash = fingerprint.value
    count &+= 1
  }

  private mutating func makeRoom() {
    let size = capacity - first
    if size / 2 >= mostKept {
      // The older half makes room for what comes.
      let half = size / 2
      buffer.update(from: buffer + half, count: half)
      first += half
      capacity += half
      steps = buffer - first
      return
    }
    let larger = UnsafeMutablePointer<StepRecord>.allocate(capacity: size * 2)
    larger.moveInitialize(from: buffer, count: size)
    buffer.deallocate()
    buffer = larger
    steps = buffer - first
    capacity += size
  }
}
#endif
