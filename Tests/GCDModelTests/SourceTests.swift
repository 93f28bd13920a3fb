// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// Libdispatch.md 2.8, 2.9.
final class SourceTests: XCTestCase {
  private func enabledHandler(_ stage: Stage, _ kind: TaskKind) -> TaskID? {
    (0..<stage.world.pointee.core.enabled.count).map { stage.world.pointee.core.enabled.at[$0] }
      .first { stage.world.pointee.kind(of: $0) == kind }
  }

  private func timer(_ stage: Stage, start: UInt64, interval: UInt64) -> ObjectID {
    let timer = stage.world.pointee.makeSource(kind: .timer, target: stage.queue(), creator: stage.body)
    _ = stage.world.pointee.setHandler(timer, .eventHandler, isPresent: true)
    stage.world.pointee.setInterval(timer, interval)
    stage.act(stage.body, .setTimer, timer, argument: start)
    return timer
  }

  /// 2.4 "Sources are created inactive"; "resume on an inactive source acts as activate (then a second =
  /// over-resume)".
  func testResumeActivates() {
    let stage = Stage()
    let source = timer(stage, start: 10, interval: 10)
    XCTAssertEqual(stage.world.pointee.nextDeadline, never)
    XCTAssertEqual(stage.world.pointee.releaseCheck(source), .releaseOfInactiveObject)
    XCTAssertEqual(stage.act(stage.body, .resume, source)?.kind, .completed)
    XCTAssertEqual(stage.world.pointee.nextDeadline, 10)
    XCTAssertEqual(stage.act(stage.body, .resume, source)?.misuse, .overResume)
  }

  /// "Missed fires coalesce: get_data = number of periods, >= 1. Next target stays on the original grid."
  func testMissedFires() throws {
    let stage = Stage()
    let source = timer(stage, start: 10, interval: 10)
    stage.act(stage.body, .activate, source)
    stage.act(stage.body, .suspend, source)
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 57))
    stage.tick()
    stage.go(try XCTUnwrap(enabledHandler(stage, .eventHandler)))
    stage.tick()
    stage.go(stage.body)
    XCTAssertEqual(stage.world.pointee.core.clock.now, 57)
    stage.act(stage.body, .resume, source)
    let handler = try XCTUnwrap(enabledHandler(stage, .eventHandler))
    XCTAssertEqual(stage.go(handler)?.kind, .started)
    XCTAssertEqual(stage.world.pointee.source(of: handler), source)
    XCTAssertEqual(stage.world.pointee.sources.data(of: source), 5)
    XCTAssertNil(enabledHandler(stage, .cancelHandler))
    stage.end(handler)
    XCTAssertEqual(stage.world.pointee.nextDeadline, 60)
  }

  /// "interval with bit 63 set or FOREVER -> one-shot".
  func testOneShot() throws {
    let stage = Stage()
    let source = timer(stage, start: 3, interval: never)
    stage.act(stage.body, .activate, source)
    XCTAssertNil(stage.act(stage.body, .sleep, argument: 50))
    stage.tick()
    let handler = try XCTUnwrap(enabledHandler(stage, .eventHandler))
    stage.go(handler)
    stage.go(handler)
    stage.end(handler)
    XCTAssertEqual(stage.world.pointee.nextDeadline, 50)
    XCTAssertFalse(stage.world.pointee.sources.isLive(source))
  }

  /// "cancel: no event handler starts afterwards; cancel handler runs exactly once, waits if suspended".
  func testCancel() throws {
    let stage = Stage()
    let source = timer(stage, start: 3, interval: 3)
    _ = stage.world.pointee.setHandler(source, .cancelHandler, isPresent: true)
    stage.act(stage.body, .activate, source)
    stage.act(stage.body, .suspend, source)
    stage.act(stage.body, .cancel, source)
    stage.act(stage.body, .cancel, source)
    XCTAssertTrue(stage.world.pointee.sources.isCancelled(source))
    XCTAssertEqual(stage.world.pointee.nextDeadline, never)
    XCTAssertNil(enabledHandler(stage, .cancelHandler))
    stage.act(stage.body, .resume, source)
    let handler = try XCTUnwrap(enabledHandler(stage, .cancelHandler))
    stage.go(handler)
    stage.end(handler)
    XCTAssertNil(enabledHandler(stage, .cancelHandler))
    XCTAssertEqual(stage.world.pointee.queueItems(source), [])
  }

  /// "data_add sums, data_or ORs, data_replace overwrites until the handler latches"; "merge before
  /// activation is kept".
  func testDataSources() throws {
    for (kind, expected) in [(SourceKind.add, UInt64(8)), (.or, 7), (.replace, 5)] {
      let stage = Stage()
      let source = stage.world.pointee.makeSource(kind: kind, target: stage.queue(), creator: stage.body)
      _ = stage.world.pointee.setHandler(source, .eventHandler, isPresent: true)
      stage.act(stage.body, .mergeData, source, argument: 3)
      stage.act(stage.body, .activate, source)
      stage.act(stage.body, .mergeData, source, argument: 5)
      let handler = try XCTUnwrap(enabledHandler(stage, .eventHandler))
      stage.go(handler)
      XCTAssertEqual(stage.world.pointee.sources.data(of: source), expected)
      stage.act(stage.body, .mergeData, source, argument: 1)
      stage.end(handler)
      let again = try XCTUnwrap(enabledHandler(stage, .eventHandler))
      stage.go(again)
      XCTAssertEqual(stage.world.pointee.sources.data(of: source), 1)
      stage.end(again)
      XCTAssertNil(enabledHandler(stage, .eventHandler))
    }
  }

  /// 3 "Attempt to set timer on a non-timer source", "Invalid source type".
  func testWrongType() {
    let stage = Stage()
    let data = stage.world.pointee.makeSource(kind: .add, target: .none, creator: stage.body)
    let timer = stage.world.pointee.makeSource(kind: .timer, target: .none, creator: stage.body)
    XCTAssertEqual(stage.act(stage.body, .setTimer, data, argument: 1)?.misuse, .setTimerOnOtherSource)
    XCTAssertEqual(stage.act(stage.body, .mergeData, timer, argument: 1)?.misuse, .mergeDataOnOtherSource)
  }

  /// "Release without cancel: source silently stops; cancel handler is not called".
  func testRelease() {
    let stage = Stage()
    let source = timer(stage, start: 3, interval: 3)
    _ = stage.world.pointee.setHandler(source, .cancelHandler, isPresent: true)
    stage.act(stage.body, .activate, source)
    XCTAssertTrue(stage.world.pointee.sources.isLive(source))
    stage.world.pointee.releaseSource(source)
    XCTAssertEqual(stage.world.pointee.nextDeadline, never)
    XCTAssertEqual(stage.world.pointee.core.enabled.count, 1)
  }
}
