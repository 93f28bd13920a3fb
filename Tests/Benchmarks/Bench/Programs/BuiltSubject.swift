// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation

/// A subject that can be run, in a folder of its own.
struct BuiltSubject {
  let subject: ProgramSubject
  let folder: String
  /// The executable and, for a bundle, what makes it run one test.
  let words: [String]
}

/// Builds what is measured, where it was not built before.
struct SubjectBuilder {
  /// Everything is built in it.
  let scratch: String

  func build(_ subject: ProgramSubject) throws -> BuiltSubject {
    let folder = "\(scratch)/\(subject.rawValue)"
    switch subject {
    case .threads:
      return try program(subject, "main.c", ProgramSources.threads, SubjectBuilder.clang + ["-lpthread"])
    case .c:
      return try program(subject, "main.c", ProgramSources.c, SubjectBuilder.clang + dispatch())
    case .swift: return try program(subject, "main.swift", ProgramSources.swift, SubjectBuilder.swiftc)
    case .foundation:
      return try program(subject, "main.swift", ProgramSources.foundation, SubjectBuilder.swiftc)
    case .xctest, .swiftTesting, .large:
      let framework: BundleFramework = subject == .swiftTesting ? .swiftTesting : .xcTest
      for (path, text) in BundleSources(framework: framework, isLarge: subject == .large).files {
        try write(text, "\(folder)/\(path)")
      }
      // As swift test does, without optimisation.
      try compile(["swift", "build", "--build-tests", "--package-path", folder])
      let bundle = "\(folder)/.build/debug/TransfersPackageTests.xctest"
      return BuiltSubject(subject: subject, folder: folder, words: [bundle] + framework.arguments)
    }
  }

  /// The program whose forks end at once.
  func bareForks() throws -> String {
    try file("bare-forks", "bare.c", ForkSources.bare, SubjectBuilder.clang)
  }

  /// The library that makes a program run its `main` in forks.
  func forkingLibrary() throws -> String {
    try file("libforks.so", "forks.c", ForkSources.preloaded, SubjectBuilder.clang + ["-shared", "-fPIC"])
  }

  private static let clang = ["clang", "-O2", "-Wall", "-Werror"]
  private static let swiftc = ["swiftc", "-O", "-swift-version", "5"]

  /// Where clang finds the libdispatch of the toolchain.
  private func dispatch() throws -> [String] {
    struct Target: Decodable {
      struct Paths: Decodable {
        let runtimeLibraryPaths: [String]
        let runtimeResourcePath: String
      }
      let paths: Paths
    }
    let text = CellProcess.lines(of: "swiftc -print-target-info").joined(separator: "\n")
    guard let target = try? JSONDecoder().decode(Target.self, from: Data(text.utf8)),
      let libraries = target.paths.runtimeLibraryPaths.first
    else { throw MeasuredProcess.Failure(description: "swiftc does not say where its libraries are") }
    return [
      "-fblocks", "-I\(target.paths.runtimeResourcePath)", "-L\(libraries)", "-Wl,-rpath,\(libraries)",
      "-ldispatch", "-lBlocksRuntime",
    ]
  }

  private func program(
    _ subject: ProgramSubject, _ source: String, _ text: String, _ command: [String]
  ) throws -> BuiltSubject {
    let name = subject.rawValue
    let path = try file("\(name)/\(name)", "\(name)/\(source)", text, command)
    return BuiltSubject(subject: subject, folder: "\(scratch)/\(name)", words: [path])
  }

  /// Compiles one source to one file; both by their paths in the scratch folder.
  private func file(_ output: String, _ source: String, _ text: String, _ command: [String]) throws -> String
  {
    let (output, source) = ("\(scratch)/\(output)", "\(scratch)/\(source)")
    try write(text, source)
    // Libraries stand behind what needs them.
    try compile([command[0], source, "-o", output] + command.dropFirst())
    return output
  }

  private func compile(_ words: [String]) throws {
    _ = try MeasuredProcess(words: ["/usr/bin/env"] + words, folder: scratch).milliseconds()
  }

  /// What is there already keeps its time, or a package would be built anew.
  private func write(_ text: String, _ path: String) throws {
    if (try? String(contentsOfFile: path, encoding: .utf8)) == text { return }
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
}
#endif
