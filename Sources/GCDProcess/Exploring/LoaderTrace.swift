// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// What the dynamic linker says that it would load for a program, with all symbols looked up; the program is
/// not started.
struct LoaderTrace: Equatable {
  /// A symbol that no library has, and the file that asks for it.
  struct Undefined: Equatable {
    var symbol: String
    var file: String
  }

  /// A version of a library's symbols that the library does not have, and the file that asks for it.
  struct OtherVersion: Equatable {
    var library: String
    var version: String
    var file: String
  }

  /// Files in the order in which they are loaded, as paths where the linker gives one.
  var loaded: [String] = []
  /// Libraries that are in no folder where the linker looks.
  var missing: [String] = []
  var undefined: [Undefined] = []
  var otherVersions: [OtherVersion] = []

  /// The names of the files, without their folders.
  var names: [String] { loaded.compactMap { $0.split(separator: "/").last.map(String.init) } }

  /// Empty where the linker cannot be started.
  ///
  /// - Parameter preload: a library that is loaded first.
  init(of path: String, preload: String) {
    self.init(LoaderTrace.rows(of: path, preload: preload))
  }

  /// - Parameter text: what the linker writes, to both of its streams.
  init(_ text: String) {
    for row in text.split(separator: "\n") {
      let words = row.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
      if row.hasPrefix("undefined symbol: "), words.count >= 4 {
        undefined.append(Undefined(symbol: words[2], file: LoaderTrace.unwrapped(words[3...])))
      } else if let version = LoaderTrace.version(in: words) {
        otherVersions.append(version)
      } else if row.hasPrefix("\t"), let name = words.first {
        if row.hasSuffix("=> not found") {
          if !missing.contains(name) { missing.append(name) }
        } else if words.count >= 4, words[1] == "=>" {
          loaded.append(words[2..<(words.count - 1)].joined(separator: " "))
        } else {
          loaded.append(words.count == 1 ? name : words.dropLast().joined(separator: " "))
        }
      }
    }
  }

  /// A row such as "PROGRAM: LIBRARY: version `VERSION' not found (required by FILE)".
  private static func version(in words: [String]) -> OtherVersion? {
    guard let at = words.firstIndex(of: "version"), at > 0, words.count > at + 6, words[at + 1].first == "`",
      words[(at + 2)...].starts(with: ["not", "found", "(required", "by"])
    else { return nil }
    let library = words[..<at].split { $0.hasSuffix(":") && $0 != words[at - 1] }.last ?? []
    return OtherVersion(
      library: String(library.joined(separator: " ").dropLast()),
      version: String(words[at + 1].dropFirst().dropLast()),
      file: String(words[(at + 6)...].joined(separator: " ").dropLast()))
  }

  /// A path in round brackets.
  private static func unwrapped(_ words: ArraySlice<String>) -> String {
    String(words.joined(separator: " ").dropFirst().dropLast())
  }

  /// Starts the program in the mode in which the linker only tells, as `ldd -r` does.
  private static func rows(of path: String, preload: String) -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return "" }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    var arguments = [strdup(path), nil]
    var variables = environment(preload: preload).map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let failure = posix_spawn(&process, path, &actions, nil, &arguments, &variables)
    close(ends[1])
    defer { close(ends[0]) }
    guard failure == 0 else { return "" }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while case let count = read(ends[0], &part, part.count), count != 0 {
      if count > 0 { text += part[..<count] } else if errno != EINTR { break }
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return String(decoding: text, as: UTF8.self)
  }

  private static func environment(preload: String) -> [String] {
    let own = PreloadEnvironment(preload: preload) {
      !$0.hasPrefix("LD_TRACE_LOADED_OBJECTS=") && !$0.hasPrefix("LD_DEBUG")
    }
    return own.variables + ["LD_TRACE_LOADED_OBJECTS=1", "LD_WARN=1", "LD_BIND_NOW=1"]
  }
}
#endif
