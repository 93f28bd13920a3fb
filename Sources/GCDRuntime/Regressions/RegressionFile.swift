// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The file that keeps the schedules which failed a test; it need not be there.
package struct RegressionFile: Sendable, Equatable {
  /// The folder of all regression files, from the package's folder on.
  package static let usualFolder = ".gcdcheck/regressions"

  /// The package's folder, absolute.
  package let root: String
  /// The id that lines of this test carry.
  package let test: String
  /// The folder that it is in, from `root` on.
  let folder: String
  /// Its name in the folder.
  package let name: String
  /// New findings are to be added.
  package let mayWrite: Bool

  /// - Parameters:
  ///   - root: Absolute, without a slash at its end.
  ///   - test: The test's id, or the path of a scenario file.
  package init(root: String, test: String, mayWrite: Bool) {
    self.root = root
    let isInside = test.hasPrefix(root + "/")
    self.test = isInside ? String(test.dropFirst(root.count + 1)) : test
    folder = RegressionFile.usualFolder
    name = RegressionFile.name(ofTest: self.test)
    self.mayWrite = mayWrite
  }

  /// A file that is only read, wherever it is.
  package init(reading path: String, root: String, test: String) {
    let isInside = path.hasPrefix(root + "/")
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    self.root = isInside ? root : folder
    self.folder = isInside ? String(folder.dropFirst(root.count + 1)) : "."
    self.test = test
    name = parts.last.map(String.init) ?? path
    mayWrite = false
  }

  /// The file as reports name it.
  package var shown: String { folder.isEmpty || folder == "." ? name : "\(folder)/\(name)" }

  package var path: String { "\(root)/\(shown)" }

  /// `CacheTests.testReload.jsonl` for `AppTests.CacheTests/testReload#2`; `cache.jsonl` for
  /// `Scenarios/cache.gcd.yaml`.
  ///
  /// Tests may share a file: each line has the whole id of its test.
  package static func name(ofTest id: String) -> String {
    var words = id[...]
    let ending = ".gcd.yaml"
    if words.hasSuffix(ending) {
      words = words.dropLast(ending.count)
      words = words.split(separator: "/").last ?? words
    } else {
      words = words.prefix { $0 != "(" && $0 != "#" }
      if let slash = words.firstIndex(of: "/"), let dot = words[..<slash].firstIndex(of: ".") {
        words = words[words.index(after: dot)...]
      }
    }
    let safe = words.prefix(120).map { character in
      let isSafe = character.isASCII && (character.isLetter || character.isNumber)
      return isSafe || character == "-" || character == "_" ? character : "."
    }
    let name = String(safe.drop { $0 == "." })
    return (name.isEmpty ? "test" : name) + ".jsonl"
  }
}

/// Why a regression file could not be written.
package struct RegressionFileProblem: Error, Sendable {
  /// The file, as reports name it.
  package var file: String
  /// What the system says.
  package var reason: String
}
