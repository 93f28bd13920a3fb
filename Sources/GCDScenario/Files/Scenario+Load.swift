// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

extension Scenario {
  /// Reads and checks a scenario file; throws all the mistakes that are in it.
  public static func load(path: String) throws(ScenarioErrors) -> Scenario {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ScenarioErrors([
        ScenarioError(path: path, position: .start, message: "this file cannot be read", sourceLine: "")
      ])
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw ScenarioErrors([
        ScenarioError(path: path, position: .start, message: "this is not a text file", sourceLine: "")
      ])
    }
    return try Scenario(text: text, path: path)
  }

  /// Reads and checks a scenario from its text; `path` is only shown.
  public init(text: String, path: String) throws(ScenarioErrors) {
    self = try ScenarioReader.read(path: path, text: text)
  }
}
