// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// Finds scenario files.
public enum ScenarioFiles {
  /// How the name of every scenario file ends.
  public static let ending = ".gcd.yaml"

  /// The scenario's name: the file's name without its ending.
  static func name(ofFile path: String) -> String {
    let last = path.split(separator: "/").last.map(String.init) ?? path
    return last.hasSuffix(ending) ? String(last.dropLast(ending.count)) : last
  }
}
