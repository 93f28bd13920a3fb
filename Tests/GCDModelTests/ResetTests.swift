// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// A world that has been used and reset is like a new one in every field that is not a table's memory: a
/// reset writes them one by one, and none may be forgotten.
final class ResetTests: XCTestCase {
  func testResetLeavesNothingOfTheLastRun() {
    let configuration = WorldConfiguration(poolWidth: 2, skew: 5)
    for seed in 0..<UInt64(200) {
      var generator = ProgramGenerator(seed: seed &+ 70_000)
      let run = ProgramExecution(generator.program(), configuration: configuration)
      play(run)
      run.world.pointee.reset(configuration)
      var new = World(configuration)
      defer { new.deallocate() }
      XCTAssertEqual(fields(run.world.pointee), fields(new), "seed \(seed)")
    }
  }

  func testFieldsAreSeen() {
    var world = World(WorldConfiguration(poolWidth: 3))
    defer { world.deallocate() }
    XCTAssertEqual(fields(world)["core.pools.limit.rawValue"], "3")
    XCTAssertEqual(fields(world)["queues.lastTicket"], "0")
    XCTAssertNil(fields(world)["core.tasks.at"])
  }

  private func play(_ run: ProgramExecution) {
    let world = run.world
    for _ in 0..<400 where run.misuse == .none && world.pointee.core.enabled.count > 0 {
      let task = world.pointee.core.enabled.at[0]
      if run.isIdle(task) { run.announceNext(task) } else { run.perform(task, choice: 0) }
    }
  }

  /// Every field by its path, but for addresses and the sizes of tables.
  private func fields(_ value: Any, _ path: String = "") -> [String: String] {
    let children = Mirror(reflecting: value).children
    if children.isEmpty { return [path: "\(value)"] }
    var result: [String: String] = [:]
    for child in children {
      guard let label = child.label, label != "at", label != "capacity" else { continue }
      result.merge(fields(child.value, path.isEmpty ? label : "\(path).\(label)")) { $1 }
    }
    return result
  }
}
