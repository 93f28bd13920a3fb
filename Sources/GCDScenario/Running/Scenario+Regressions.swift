// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDRuntime

extension Scenario {
  #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
  /// Where schedules that failed this file are kept; nil for a file outside of the package, such as a shipped
  /// one.
  func regressionFile(_ options: ExplorationOptions) -> RegressionFile? {
    if options.replay != nil { return nil }
    let place = URL(fileURLWithPath: path).standardizedFileURL.path
    let file = RegressionFile(test: place, save: options.save)
    return file.flatMap { $0.test == place ? nil : $0 }
  }

  func saveErrors(of exploration: inout Exploration, to file: RegressionFile?) { exploration.save(to: file) }
  #else
  func regressionFile(_ options: ExplorationOptions) -> RegressionFile? { nil }

  func saveErrors(of exploration: inout Exploration, to file: RegressionFile?) {}
  #endif
}
