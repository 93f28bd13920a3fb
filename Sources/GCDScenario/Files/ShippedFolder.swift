// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

extension ScenarioFiles {
  /// The JSON Schema of the format, for editors; nil where the tool was moved away from its resources.
  public static var schema: String? { schema("scenario") }

  /// The JSON Schema of the event stream; nil as well.
  public static var eventSchema: String? { schema("events") }

  private static func schema(_ name: String) -> String? {
    shippedFolder.map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/Schema/\(name).schema.json"
    }
  }

  /// The folder of the shipped scenarios: next to the executable, where the package manager puts resources of
  /// every package that takes part in a build; failing that in the sources that this file was compiled from.
  ///
  /// The generated accessor is not used, since it ends the process when it finds nothing and names a folder
  /// of the machine that built it.
  static let shippedFolder = shippedFolder(beside: Bundle.main.bundleURL)

  /// - Parameter folder: that of the executable.
  static func shippedFolder(beside folder: URL, sources: URL? = ownSources) -> String? {
    let bundles = ["gcdcheck_GCDScenario.resources", "gcdcheck_GCDScenario.bundle"]
    let places = bundles.map { folder.appendingPathComponent($0) } + (sources.map { [$0] } ?? [])
    return places.map { $0.appendingPathComponent("Scenarios").path }
      .first { FileManager.default.fileExists(atPath: $0) }
  }

  /// Nil in what is installed elsewhere, which must not depend on the machine that built it.
  static var ownSources: URL? {
    #if GCDCHECK_PACKAGE
    nil
    #else
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    #endif
  }
}
