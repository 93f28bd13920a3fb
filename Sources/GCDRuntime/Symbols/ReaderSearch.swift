// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// Where a program that reads lines is looked for, the best first.
struct ReaderSearch {
  /// The folder of the loaded libswiftCore; nil when the runtime is linked statically.
  var runtimeFolder: String?
  /// As `PATH` lists them.
  var folders: [String]
  /// Where systems keep the versions of LLVM that are not on `PATH`: `llvm-19` or `llvm19`.
  var libraryFolders = ["/usr/lib", "/usr/lib64"]

  /// Earlier ones do not know the options that are used; later ones than the last are years away.
  private static let versions = (9...99).reversed()

  /// The one that `GCDCHECK_SYMBOLIZER` names, else the best; nil where there is none or none is wanted.
  static func find() -> ReaderProgram? {
    switch ReaderChoice.asked {
    case .some(.none): nil
    case .program(let program): program
    case nil: here.best
    }
  }

  /// That of this process.
  static var here: ReaderSearch {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return ReaderSearch(
      runtimeFolder: LoadedImages.runtimeFolder, folders: path.split(separator: ":").map(String.init))
  }

  /// The toolchain's own llvm-symbolizer knows the debug information that its compiler writes; any other
  /// knows columns, which addr2line does not.
  var best: ReaderProgram? {
    let ofToolchain = runtimeFolder.map { "\($0)/../../../bin/llvm-symbolizer" }
    return first([ofToolchain].compactMap { $0 } + onPath("llvm-symbolizer"))
      ?? versioned ?? first(onPath("addr2line"))
  }

  /// The highest version, wherever it is.
  private var versioned: ReaderProgram? {
    for version in ReaderSearch.versions {
      let apart = libraryFolders.flatMap {
        ["\($0)/llvm-\(version)/bin/llvm-symbolizer", "\($0)/llvm\(version)/bin/llvm-symbolizer"]
      }
      if let program = first(onPath("llvm-symbolizer-\(version)") + apart) { return program }
    }
    return nil
  }

  private func onPath(_ name: String) -> [String] { folders.map { "\($0)/\(name)" } }

  private func first(_ paths: [String]) -> ReaderProgram? {
    paths.lazy.filter { access($0, X_OK) == 0 }.compactMap(ReaderProgram.init).first
  }
}
#endif
