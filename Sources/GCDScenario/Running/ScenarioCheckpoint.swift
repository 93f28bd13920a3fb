// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime

/// What a run of a scenario leaves that was cut, for one that goes on with it.
package struct ScenarioCheckpoint: Sendable, Codable {
  var checkpoint: ExplorationCheckpoint
  /// Values of the variables that `outcomes` names.
  var outcomes: [[Int]]
}

extension ScenarioResult {
  /// Nil for a run that came to its end, or that had not begun to explore.
  package var begun: ScenarioCheckpoint? {
    exploration.checkpoint.map { ScenarioCheckpoint(checkpoint: $0.checkpoint, outcomes: outcomes) }
  }
}
