// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDModel
import GCDModelPrograms
import GCDVocabulary
import XCTest

/// The enabled set is kept by small changes; after each step of random walks over generated programs it
/// must be the one that a computation from scratch gives.
final class ConsistencyTests: XCTestCase {
  func testRandomWalks() {
    for width in [0, 2] {
      play(600, walks: 3, from: 50_000, WorldConfiguration(poolWidth: width))
    }
  }

  /// Each waiter that becomes enabled is a wave.
  func testRandomWalksWithWaves() {
    play(400, walks: 1, from: 90_000, WorldConfiguration(fewestInWave: 1))
  }

  private func play(
    _ programs: UInt64, walks: UInt64, from first: UInt64, _ configuration: WorldConfiguration
  ) {
    for seed in 0..<programs {
      var generator = ProgramGenerator(seed: seed &+ first)
      let run = ProgramExecution(generator.program(), configuration: configuration)
      for walk in 0..<walks {
        run.restart(configuration)
        if let failure = playAtRandom(run, seed: seed &* 8 &+ walk) {
          XCTFail("seed \(seed), walk \(walk), \(configuration): step \(failure)\n\(run.program)")
        }
      }
    }
  }

  /// The step after which the world was inconsistent, or nil.
  private func playAtRandom(_ run: ProgramExecution, seed: UInt64) -> Int? {
    let world = run.world
    var random = mix(seed)
    for step in 0..<400 where run.misuse == .none && world.pointee.core.enabled.count > 0 {
      random = mix(random)
      let task = world.pointee.core.enabled.at[Int(random % UInt64(world.pointee.core.enabled.count))]
      if run.isIdle(task) {
        run.announceNext(task)
      } else {
        let choices = UInt64(world.pointee.choiceCount(task))
        run.perform(task, choice: Int((random >> 32) % choices))
      }
      if !world.pointee.isConsistent() { return step }
    }
    return nil
  }
}
