// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

extension ScenarioFiles {
  /// The JSON Schema of the format, for editors; nil where the tool was moved away from its resources.
  public static var schema: String? {
    shippedFolder.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/Schema/scenario.schema.json"
    }
  }

  /// The folder of the shipped scenarios: beside the executable, where the package manager puts resources of
  /// every package that takes part in a build; failing that in the sources that this file was compiled from.
  ///
  /// The generated accessor is not used, since it ends the process when it finds nothing.
  static let shippedFolder: String? = {
    let bundle = Bundle.main.bundleURL
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let places = [
      bundle.appendingPathComponent("gcdcheck_GCDScenario.resources"),
      bundle.appendingPathComponent("gcdcheck_GCDScenario.bundle"),
      sources,
    ]
    return places.map { $0.appendingPathComponent("Scenarios").path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }()
}
