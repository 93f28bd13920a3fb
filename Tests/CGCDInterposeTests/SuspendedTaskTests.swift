// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import Glibc
import XCTest

/// What is read of a suspended task, on memory that is laid out as the runtime does it.
final class SuspendedTaskTests: XCTestCase {
  /// In words.
  private enum Layout {
    static let task = 9
    static let flags = 4
    static let isAsyncLet: UInt = 1 << 28
    /// Metadata, next slab, capacity and use, then up to the next multiple of 16 bytes.
    static let slabHeader = 4
    static let frameHeader = 2
  }

  private var task = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
  private var slab = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
  private let innermost = UnsafeMutablePointer<UInt>.allocate(capacity: 64)
  private let code = UInt(bitPattern: dlsym(nil, "malloc"))

  override func setUp() {
    // Room for what is behind the memory of the task, too.
    task = words(64)
    slab = words(64)
    for index in 0..<64 { innermost[index] = 0 }
  }

  override func tearDown() {
    free(task)
    free(slab)
  }

  private func words(_ count: Int) -> UnsafeMutablePointer<UInt> {
    let memory = calloc(count, MemoryLayout<UInt>.stride)!
    return memory.bindMemory(to: UInt.self, capacity: count)
  }

  /// A task that is suspended below `caller`.
  private func suspend(below caller: UnsafeMutablePointer<UInt>) {
    innermost[0] = UInt(bitPattern: caller)
    innermost[1] = code
    task[Layout.task - 2] = code
    task[Layout.task - 1] = UInt(bitPattern: innermost)
  }

  /// A frame of `count` words that is the last one in a slab.
  private func frameInSlab(_ count: Int) -> UnsafeMutablePointer<UInt> {
    slab[2] = UInt((Layout.frameHeader + count) * 8) << 32 | 320
    let frame = slab + Layout.slabHeader + Layout.frameHeader
    frame[-1] = UInt(bitPattern: slab)
    frame[1] = code
    return frame
  }

  func testTheTasksOfThisRuntimeAreKnown() {
    gcdc_prove_tasks(nil)
    XCTAssertFalse(gcdc_tasks_are_unknown())
  }

  // Memory that nothing writes to.
  private nonisolated(unsafe) static let empty = calloc(64, MemoryLayout<UInt>.stride)!

  /// Nothing is read of tasks that look different.
  func testTasksOfAnotherLayoutAreNotRead() async {
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      let running = gcdc_running_task()!
      XCTAssertEqual(gcdc_task_facts_of(running).state, GCDC_TASK_ACTIVE)
      gcdc_prove_tasks { gcdc_new_task(task: SuspendedTaskTests.empty, context: nil) }
      XCTAssertTrue(gcdc_tasks_are_unknown())
      XCTAssertEqual(gcdc_task_facts_of(running).state, GCDC_TASK_UNREADABLE)
      XCTAssertEqual(gcdc_task_status(running), 0)
      gcdc_prove_tasks(nil)
      XCTAssertEqual(gcdc_task_facts_of(running).state, GCDC_TASK_ACTIVE)
      continuation.resume()
    }
  }

  /// The frame of the first function of an `async let` ends where the first slab begins.
  func testWhatIsBehindTheFirstFrameDoesNotCount() {
    let (frame, first) = (task + 20, task + 28)
    frame[1] = code
    first[2] = 320
    task[15] = UInt(bitPattern: first)
    task[Layout.flags] = Layout.isAsyncLet
    suspend(below: frame)
    let before = gcdc_kept_by_suspended(task)
    first[4] += 1
    XCTAssertEqual(gcdc_kept_by_suspended(task), before)
    frame[3] += 1
    XCTAssertNotEqual(gcdc_kept_by_suspended(task), before)
  }

  func testWhatAFrameKeepsCounts() {
    let frame = frameInSlab(6)
    suspend(below: frame)
    let before = gcdc_kept_by_suspended(task)
    XCTAssertNotEqual(before, 0)
    frame[5] = 1
    XCTAssertNotEqual(gcdc_kept_by_suspended(task), before)
  }

  func testWhatIsBehindTheSlabDoesNotCount() {
    let frame = frameInSlab(6)
    suspend(below: frame)
    let before = gcdc_kept_by_suspended(task)
    frame[6] = 1
    frame[20] = 1
    XCTAssertEqual(gcdc_kept_by_suspended(task), before)
  }

  /// The task of an `async let` is part of a frame: what is before it is no header of anything.
  func testATaskThatIsPartOfAFrameIsRead() {
    let memory = task
    defer { task = memory }
    for garbage in [UInt.max / 2, 0x7f00_0000_0000, 1, 2, 0xffff_fff0, UInt(bitPattern: slab)] {
      task = memory + 8
      task[-2] = garbage
      task[-1] = garbage
      task[Layout.flags] = Layout.isAsyncLet
      let frame = task + Layout.task
      frame[1] = code
      frame[3] = 0
      suspend(below: frame)
      let before = gcdc_kept_by_suspended(task)
      frame[3] = 1
      XCTAssertNotEqual(gcdc_kept_by_suspended(task), before)
    }
  }
}
#endif
