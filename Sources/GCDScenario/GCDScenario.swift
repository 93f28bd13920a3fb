// Licensed under the Apache License, Version 2.0; see LICENSE.

extension Scenario {
  /// Reads and checks a scenario from its text; `path` is only shown.
  public init(text: String, path: String) throws(ScenarioErrors) {
    self = try ScenarioReader.read(path: path, text: text)
  }
}
