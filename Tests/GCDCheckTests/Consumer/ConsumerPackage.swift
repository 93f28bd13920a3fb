// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A package of somebody else that depends on this one by path, in a temporary folder.
struct ConsumerPackage {
  let folder: URL

  /// Writes the package: the same tests once in Swift 5 and once in Swift 6 mode.
  init(tests: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "gcdcheck-consumer-\(UUID().uuidString)")
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    for mode in ["Five", "Six"] {
      let target = folder.appending(path: "Tests/\(mode)Tests")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      for (name, text) in tests {
        try text.write(to: target.appending(path: name), atomically: true, encoding: .utf8)
      }
    }
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let check: Target.Dependency = .product(name: "GCDCheck", package: "\(root.lastPathComponent)")
      let package = Package(
        name: "consumer",
        dependencies: [.package(path: "\(root.path())")],
        targets: [
          .testTarget(name: "FiveTests", dependencies: [check], swiftSettings: [.swiftLanguageMode(.v5)]),
          .testTarget(name: "SixTests", dependencies: [check], swiftSettings: [.swiftLanguageMode(.v6)]),
        ])
      """
    try manifest.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
  }

  /// Everything that `swift test` prints there, and how it ended.
  func test(
    _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> (output: String, status: Int32) {
    let output = folder.appending(path: "output.txt")
    try Data().write(to: output)
    let file = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["swift", "test", "--no-parallel"] + arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GCDCHECK_") }
      .merging(environment) { $1 }
    process.standardOutput = file
    process.standardError = file
    try process.run()
    process.waitUntilExit()
    return (try String(contentsOf: output, encoding: .utf8), process.terminationStatus)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }
}
