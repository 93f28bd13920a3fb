// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// One run of the built `gcdcheck-bench`, to its end.
struct BenchRun {
  var output: Data
  var status: Int32

  var lines: [String] { String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init) }

  /// Each line as a figure.
  func figures<Figure: Decodable>(_ type: Figure.Type) throws -> [Figure] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try lines.map { try decoder.decode(type, from: Data($0.utf8)) }
  }

  init(_ arguments: [String]) throws {
    let process = Process()
    // It lies beside the test bundle that is running.
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("gcdcheck-bench")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GCDCHECK_") }
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
