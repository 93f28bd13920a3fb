// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A program of the folder `Programs`, which says by its folder what has to be found in it.
struct SampleProgram: Sendable, CustomStringConvertible {
  /// Below `Programs`.
  let path: String
  /// The slug of the finding; nil = none.
  let verdict: String?

  var description: String { path }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Programs")

  static let finds = all("finds").map {
    SampleProgram(path: $0, verdict: String($0.split(separator: "/")[1]))
  }
  static let clean = all("clean").map { SampleProgram(path: $0, verdict: nil) }

  private static func all(_ kind: String) -> [String] {
    let start = folder.appendingPathComponent(kind)
    let found = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? []
    return found.filter { $0.contains(".") }.map { "\(kind)/\($0)" }.sorted()
  }

  static func named(_ path: String) -> SampleProgram { SampleProgram(path: path, verdict: nil) }

  func source() throws -> String {
    try String(contentsOf: SampleProgram.folder.appendingPathComponent(path), encoding: .utf8)
  }

  /// The program, compiled with these flags, in a folder; returns its path there.
  func build(_ flags: [String] = [], gnu: Bool = false, in scratch: ScratchFolder) throws -> String {
    let source = SampleProgram.folder.appendingPathComponent(path)
    return try BuiltPrograms.link(to: source.path, flags, gnu: gnu, in: scratch)
  }
}

/// The compilers of the toolchain that runs the tests.
enum Compiler {
  struct Failed: Error, CustomStringConvertible { var description: String }

  /// The folder of the toolchain's libraries for this system.
  static let libraries: String = {
    let file = FileHandle(forReadingAtPath: "/proc/self/maps")
    let maps = String(decoding: file?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
    let row = maps.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") } ?? ""
    return String(row.drop { $0 != "/" }.dropLast("/libswiftCore.so".count))
  }()

  private static func tool(_ name: String) -> String { libraries + "/../../../bin/" + name }

  /// By the ending of the file, dynamically linked with Dispatch where the source knows it.
  ///
  /// - Parameter gnu: C and C++ by the GNU compilers of the system, which know no blocks.
  static func compile(
    _ source: String, _ flags: [String] = [], gnu: Bool = false, in scratch: ScratchFolder
  ) throws -> String {
    let name = URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent
    let output = scratch.path(name)
    let knowsDispatch = try String(contentsOfFile: source, encoding: .utf8).contains("<dispatch/")
    let dispatch =
      (gnu ? [] : ["-fblocks"]) + [
        "-I\(libraries)/..", "-L\(libraries)", "-ldispatch", "-lBlocksRuntime", "-Wl,-rpath,\(libraries)",
      ]
    var arguments = ["-g", source, "-o", output] + flags
    switch URL(fileURLWithPath: source).pathExtension {
    case "swift": try run(tool("swiftc"), arguments)
    case let ending:
      arguments += (knowsDispatch ? dispatch : []) + ["-lpthread"]
      let isPlusPlus = ending == "cpp"
      try run(
        gnu ? "/usr/bin/" + (isPlusPlus ? "g++" : "gcc") : tool(isPlusPlus ? "clang++" : "clang"), arguments)
    }
    return output
  }

  private static func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failed(description: String(decoding: output, as: UTF8.self))
    }
  }
}
