// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDScenario

/// Where scenario files are looked for.
enum ScenarioSources {
  typealias File = (name: String, path: String)

  static let ending = ".gcd.yaml"

  /// Every scenario file below the current folder.
  static func inCurrentFolder() throws -> [File] {
    try ScenarioFiles.discover(paths: ["."]).map { ($0.hasPrefix("./") ? String($0.dropFirst(2)) : $0, $0) }
  }

  /// The current folder is the package of gcdcheck itself, whose files are the shipped ones and test data.
  static var isHome: Bool { FileManager.default.fileExists(atPath: "Sources/GCDScenario/Scenarios") }

  /// The scenarios that come with gcdcheck, named by their paths inside the collection.
  static func shipped() throws -> [File] {
    let folder = ScenarioFiles.shippedFolder
    return try ScenarioFiles.discover(paths: [folder]).map { path in
      (String(path.dropFirst(folder.count).drop { $0 == "/" }), path)
    }
  }

  /// What the user means by `text`: a file, a folder, or the name of a shipped scenario.
  static func files(named text: String) throws -> [File] {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: text, isDirectory: &isFolder) {
      guard isFolder.boolValue else { return [(text, text)] }
      return try ScenarioFiles.discover(paths: [text]).map { ($0, $0) }
    }
    let shipped = try shipped().filter { file in
      let name = (file.name as NSString).lastPathComponent
      return [file.name, name, file.name + "", String(name.dropLast(ending.count))].contains(text)
    }
    guard !shipped.isEmpty else {
      throw Refusal.usage(
        "there is no file or folder \"\(text)\", and no shipped scenario of that name; gcdcheck list shows what there is")
    }
    return shipped
  }
}
