// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation

/// A process that is run to its end.
struct MeasuredProcess {
  /// The file, by its path, and the arguments.
  let words: [String]
  /// Where its errors are kept until the next one.
  let folder: String
  var environment: [String: String] = [:]

  /// Why there is no figure.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs it once.
  ///
  /// - Returns: Milliseconds of processor time, its own and that of all processes that it has waited for.
  /// - Throws: `Failure` where it cannot be started or fails, with the last of what it has written to its
  ///   errors.
  func milliseconds() throws -> Double {
    let process = try start()
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    if status != 0 {
      let end = status & 0x7f == 0 ? "status \(status >> 8)" : "signal \(status & 0x7f)"
      throw Failure(description: "\(words.joined(separator: " ")) ended with \(end): \(lastWords)")
    }
    func milliseconds(_ time: timeval) -> Double {
      Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
    }
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  /// By the plain call: what Foundation does in a process before its program begins would be charged to that,
  /// and be half of a small one.
  private func start() throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var arguments = words.map { strdup($0) } + [nil]
    let set = MeasuredProcess.surroundings.merging(environment) { $1 }
    var variables = set.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, words[0], &actions, nil, &arguments, &variables)
    if failure != 0 {
      throw Failure(description: "\(words[0]) cannot be started: \(String(cString: strerror(failure)))")
    }
    return process
  }

  private var errors: String { folder + "/errors.log" }

  /// The last error among what it has written, or else its last line.
  private var lastWords: Substring {
    let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n")
    return lines.last { $0.contains("error") } ?? lines.last ?? "it has said nothing"
  }

  /// What the user has set for gcdcheck would change what is measured.
  private static let surroundings = ProcessInfo.processInfo.environment.filter {
    !$0.key.hasPrefix("GCDCHECK_") && $0.key != "LD_PRELOAD"
  }
}
#endif
