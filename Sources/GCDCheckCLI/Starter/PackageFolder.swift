// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// What `init` needs to know about the package that it writes into, read from its manifest and folders.
struct PackageFolder {
  private let manifest: String?

  /// The test target that the test goes to: the first that uses gcdcheck, else the first, else a new one.
  let testTarget: String

  init(path: String) {
    manifest = try? String(contentsOfFile: path + "/Package.swift", encoding: .utf8)
    let tests = path + "/Tests"
    let targets = ((try? FileManager.default.contentsOfDirectory(atPath: tests)) ?? []).sorted().filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(tests)/\($0)", isDirectory: &isFolder)
        && isFolder.boolValue
    }
    testTarget = targets.first { Self.usesGCDCheck("\(tests)/\($0)") } ?? targets.first ?? "DeadlockTests"
  }

  /// What the manifest lacks; nil when it names the library already.
  var missingManifestLines: String? {
    if manifest?.contains("\"GCDCheck\"") == true { return nil }
    return """
           dependencies: [.package(path: "path/to/gcdcheck")],
           targets: [
             .testTarget(
               name: "\(testTarget)",
               dependencies: [.product(name: "GCDCheck", package: "gcdcheck")])
           ]
      """
  }

  private static func usesGCDCheck(_ folder: String) -> Bool {
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.contains { file in
      file.hasSuffix(".swift")
        && (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8))?.contains("import GCDCheck")
          == true
    }
  }
}
