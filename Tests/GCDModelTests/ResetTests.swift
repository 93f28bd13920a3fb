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
    XCTAssertEqual(fields(world)["poolLimit"], "PoolLimit(rawValue: 3)")
    XCTAssertEqual(fields(world)["nextTicket"], "0")
    XCTAssertNil(fields(world)["tasks"])
  }

  private func play(_ run: ProgramExecution) {
    let world = run.world
    for _ in 0..<400 where run.misuse == .none && world.pointee.enabledCount > 0 {
      let task = world.pointee.enabled[0]
      if run.isIdle(task) { run.announceNext(task) } else { run.perform(task, choice: 0) }
    }
  }

  /// Everything but the tables and how large they are.
  private func fields(_ world: World) -> [String: String] {
    var result: [String: String] = [:]
    for child in Mirror(reflecting: world).children {
      guard let label = child.label, !label.hasSuffix("Capacity") else { continue }
      let text = "\(child.value)"
      if !text.hasPrefix("0x") { result[label] = text }
    }
    return result
  }
}
