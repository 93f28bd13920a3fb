// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

extension RegressionFile {
  /// The file of a test in the package that the current directory belongs to; nil where none is kept.
  ///
  /// Files are kept where the package has a folder `.gcdcheck`, or where `save` asks for them.
  ///
  /// - Parameter save: nil = as the folder says; false = nothing is written.
  package init?(test: String, save: Bool?) {
    guard let directory = WorkingDirectory.current() else { return nil }
    self.init(test: test, save: save, in: directory)
  }

  /// The same for what is run as a whole process in a folder, whose schedules are others than those that the
  /// test of this name explores by itself.
  ///
  /// - Parameter process: the test's id, or the program with its arguments.
  package init?(process: String, save: Bool?, in directory: String) {
    self.init(test: process + "#process", save: save, in: directory)
  }

  private init?(test: String, save: Bool?, in directory: String) {
    guard !test.isEmpty else { return nil }
    let root = RegressionFile.root(from: directory)
    guard save == true || RegressionFile.exists("\(root)/.gcdcheck") else { return nil }
    self.init(root: root, test: test, mayWrite: save ?? true)
  }

  /// The nearest folder above with a `Package.swift`; where there is none, the folder itself, so that nothing
  /// outside is ever touched.
  package static func root(from directory: String) -> String {
    var folder = directory
    while !folder.isEmpty {
      if exists(folder + "/Package.swift") { return folder }
      guard let slash = folder.lastIndex(of: "/") else { break }
      folder = String(folder[..<slash])
    }
    return directory
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
#endif
