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
      for seed in 0..<UInt64(600) {
        var generator = ProgramGenerator(seed: seed &+ 50_000)
        let configuration = WorldConfiguration(poolWidth: width)
        let run = ProgramExecution(generator.program(), configuration: configuration)
        for walk in 0..<UInt64(3) {
          run.restart(configuration)
          let failure = playAtRandom(run, seed: seed &* 8 &+ walk)
          if let failure {
            XCTFail("seed \(seed), walk \(walk), width \(width): step \(failure)\n\(run.program)")
          }
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
