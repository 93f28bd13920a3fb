// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// The Swift compiler, with the modules that this very test was built with.
struct Compiler {
  /// Swift language mode: "5" or "6".
  var mode: String

  private static let products = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The toolchain that is on PATH, past links.
  private static let toolchain: URL = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let compiler = folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    return URL(fileURLWithPath: compiler ?? "/usr/bin/swiftc").resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent()
  }()

  /// Type-checks `source` as a file of a test target; returns the compiler's messages, empty when all is
  /// well.
  func check(_ source: String, in folder: URL) throws -> String {
    try run(
      ["-typecheck", "-parse-as-library", "-enable-testing", write(source, "Example.swift", folder)], folder)
  }

  /// Makes `source` a module that later checks can import.
  func makeModule(_ name: String, _ source: String, in folder: URL) throws -> String {
    let module = folder.appendingPathComponent("\(name).swiftmodule").path
    return try run(
      ["-emit-module", "-module-name", name, "-o", module, write(source, "\(name).swift", folder)], folder)
  }

  /// Type-checks `source` as the manifest of a package.
  func checkManifest(_ source: String, in folder: URL) throws -> String {
    let interface = Compiler.toolchain.appendingPathComponent("lib/swift/pm/ManifestAPI").path
    return try run(
      [
        "-typecheck", "-I", interface, "-package-description-version", "6.2.0",
        write(source, "Package.swift", folder),
      ],
      folder)
  }

  private func write(_ source: String, _ name: String, _ folder: URL) throws -> String {
    let file = folder.appendingPathComponent(name)
    try source.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  private func run(_ arguments: [String], _ folder: URL) throws -> String {
    let output = folder.appendingPathComponent("messages")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let process = Process()
    process.executableURL = Compiler.toolchain.appendingPathComponent("bin/swiftc")
    process.arguments =
      arguments + ["-swift-version", mode, "-warnings-as-errors", "-I", folder.path] + Compiler.modulePaths
    process.standardOutput = FileHandle(forWritingAtPath: output.path)
    process.standardError = FileHandle(forWritingAtPath: output.path)
    try process.run()
    process.waitUntilExit()
    let messages = try String(contentsOf: output, encoding: .utf8)
    return process.terminationStatus == 0 ? messages : "exit \(process.terminationStatus)\n\(messages)"
  }

  /// The Swift modules beside the test bundle, and the module maps of the C targets below them.
  private static let modulePaths: [String] = {
    var flags = ["-I", products.appendingPathComponent("Modules").path]
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: products.path)) ?? []
    // The same targets are there once more for the plugin, as "-tool".
    for folder in folders.sorted()
    where folder.hasPrefix("CGCD") && folder.hasSuffix(".build") && !folder.hasSuffix("-tool.build") {
      let map = products.appendingPathComponent(folder).appendingPathComponent("module.modulemap").path
      if FileManager.default.fileExists(atPath: map) { flags += ["-Xcc", "-fmodule-map-file=\(map)"] }
    }
    let macros = toolchain.appendingPathComponent("lib/swift/host/plugins").path
    return flags + ["-plugin-path", macros, "-plugin-path", macros + "/testing"]
  }()
}
