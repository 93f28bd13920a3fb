// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// The sample programs that this process has compiled: the same source with the same flags is compiled once.
final class BuiltPrograms: @unchecked Sendable {
  private static let shared = BuiltPrograms()

  private struct Key: Hashable {
    var source: String
    var flags: [String]
    var gnu: Bool
  }

  /// One program, in a folder of its own; the lock is held while it is compiled.
  private final class Entry: @unchecked Sendable {
    let lock = NSLock()
    // Written and read under the lock.
    var program: Result<(folder: ScratchFolder, path: String), any Error>?
  }

  private let lock = NSLock()
  // Written and read under the lock.
  private var entries: [Key: Entry] = [:]

  // Folders go with their objects, and those of a static property stay to the end. A fork of this process
  // that ends leaves them alone.
  private static let owner = getpid()
  private init() {
    _ = Self.owner
    atexit { if getpid() == BuiltPrograms.owner { BuiltPrograms.shared.removeAll() } }
  }

  private func removeAll() { lock.withLock { entries = [:] } }

  /// The program under its own name in `scratch`: another link to the one file.
  ///
  /// A copy would be written by this process, and a child that is started meanwhile inherits the descriptor:
  /// what is open to be written cannot be run.
  static func link(
    to source: String, _ flags: [String], gnu: Bool, in scratch: ScratchFolder
  ) throws -> String {
    let built = try shared.program(Key(source: source, flags: flags, gnu: gnu))
    let path = scratch.path(URL(fileURLWithPath: built).lastPathComponent)
    // Of other flags.
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.linkItem(atPath: built, toPath: path)
    return path
  }

  private func program(_ key: Key) throws -> String {
    let entry = lock.withLock {
      if let known = entries[key] { return known }
      let new = Entry()
      entries[key] = new
      return new
    }
    return try entry.lock.withLock {
      let program =
        entry.program
        ?? Result {
          let folder = try ScratchFolder()
          return (folder, try Compiler.compile(key.source, key.flags, gnu: key.gnu, in: folder))
        }
      entry.program = program
      return try program.get().path
    }
  }
}
