// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDProcess
import GCDRuntime

/// The program that is to be run, found as a shell finds it.
struct SelectedProgram {
  /// The file.
  let path: String
  /// As the user typed them, the program first.
  let words: [String]
  /// A report for machines is written to stdout.
  var outputIsTaken = false
  private(set) var input: String?
  private let preload: String

  /// What people call it.
  var name: String { words[0].split(separator: "/").last.map(String.init) ?? words[0] }

  /// - Throws: `CommandError` for a program that is not there or cannot be run under control, and where the
  ///   library to preload is missing.
  init(words: [String], environment: [String: String]) throws {
    self.words = words
    let name = words[0]
    guard let path = Self.find(name, environment) else {
      throw CommandError.nothingMatched(
        name.contains("/")
          ? "there is no file \"\(name)\"; build it first, or name another path"
          : "no folder of PATH has \"\(name)\"; name the program by its path: gcdcheck run -- ./\(name)")
    }
    self.path = path
    preload = try PreloadLibrary.find()
    do {
      try ProgramFile.check(path, preload: preload)
    } catch {
      throw CommandError.toolFailed("\"\(name)\" cannot be run under control: \(error.clause)")
    }
  }

  /// Notes the file that the program reads as its input.
  mutating func read(input file: String?) throws {
    guard let file else { return }
    guard FileManager.default.isReadableFile(atPath: file) else {
      throw CommandError.usage("--input: the file \"\(file)\" cannot be read")
    }
    input = URL(fileURLWithPath: file).path
  }

  /// The program, the library that takes control of it, and all other libraries that it is linked to.
  var loadedFiles: [String] { [path] + ProgramFile.libraries(of: path, preload: preload) }

  /// The program as it is started.
  func controlled() -> TargetProgram {
    var program = TargetProgram(path: path, words: words, preload: preload)
    program.outputGoesToErrors = outputIsTaken
    program.input = input
    return program
  }

  /// What can be controlled in the program.
  ///
  /// - Throws: `CommandError` where that cannot be asked.
  func examine() throws -> InterpositionReport {
    do {
      return try controlled().examine()
    } catch {
      throw CommandError.toolFailed(error.sentence(about: words[0]))
    }
  }

  private static func find(_ name: String, _ environment: [String: String]) -> String? {
    if name.contains("/") { return FileManager.default.fileExists(atPath: name) ? name : nil }
    let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
#endif
