// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// A sound program and its mutants.
struct BlameProgram {
  let name: String
  let text: String
  let mutants: [Mutant]

  /// The file of the mutants, for errors.
  var mutantFile: String { "\(name).mutants" }

  /// Where they lie in this package.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("BlamePrograms").path

  /// All programs, by name.
  ///
  /// - Throws: `MutantFile.Failure`, or what reading a file throws.
  static func all(in folder: String = folder) throws -> [BlameProgram] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try names.filter { $0.hasSuffix(".swift") }.sorted().map { file in
      let name = String(file.dropLast(".swift".count))
      let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      let mutants = try String(contentsOfFile: "\(folder)/\(name).mutants", encoding: .utf8)
      return BlameProgram(
        name: name, text: text, mutants: try MutantFile(mutants, file: "\(name).mutants").mutants)
    }
  }

  var clean: BlameCase { BlameCase(program: name, mutant: nil, text: text, guilty: []) }

  func cases() throws(MutantFile.Failure) -> [BlameCase] {
    var cases: [BlameCase] = []
    for mutant in mutants {
      let (text, guilty) = try mutant.applied(to: text, file: mutantFile)
      cases.append(BlameCase(program: name, mutant: mutant.name, text: text, guilty: guilty))
    }
    return cases
  }
}

/// One program that is compiled and searched.
struct BlameCase {
  let program: String
  /// nil = the sound program.
  let mutant: String?
  let text: String
  /// Numbers of lines.
  let guilty: [Int]

  var name: String { mutant.map { "\(program)/\($0)" } ?? program }

  /// The same for the same text, in every process.
  var contentHash: String {
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
