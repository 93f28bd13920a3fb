// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport

/// Finds the file that a name without its folder means. Looked for when it is asked for: most tests pass.
struct TestSources {
  let package: URL

  func location(of failure: FrameworkFailure) -> CodeLocation {
    let path = failure.file.contains("/") ? failure.file : onlyFile(named: failure.file) ?? failure.file
    return CodeLocation(file: path, line: failure.line, column: failure.column)
  }

  /// Nil where several files have the name, or none.
  private func onlyFile(named name: String) -> String? {
    var found: [String] = []
    for folder in ["Tests", "Sources"] {
      let root = package.appendingPathComponent(folder)
      let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        if file.lastPathComponent == name { found.append(file.path) }
      }
    }
    return found.count == 1 ? found[0] : nil
  }
}
