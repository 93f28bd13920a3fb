// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime
import Glibc

/// A program that is run under control: what is started, and how.
package struct TargetProgram: Sendable {
  /// The file.
  package var path: String
  /// What the program gets as its arguments, its own name first.
  package var words: [String]
  /// The library that takes control.
  package var preload: String
  /// What the program writes to its standard output goes to standard error.
  package var outputGoesToErrors = false
  /// A file that is the standard input of each schedule; nil = empty.
  package var input: String?
  /// Where each schedule runs; nil = where the tool does.
  package var folder: String?

  package init(path: String, words: [String], preload: String) {
    self.path = path
    self.words = words
    self.preload = preload
  }

  /// The number under which the program finds the channel.
  private static let channelNumber: Int32 = 3
  /// Under which a serving process finds the memory for the number of its steps.
  static let stepsNumber: Int32 = 4

  /// Starts the program, in a process group of its own.
  func start(channel: Int32) throws(ProgramProblem) -> pid_t {
    TargetProgram.fixAddresses()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if outputGoesToErrors { posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO) }
    posix_spawn_file_actions_adddup2(&actions, channel, TargetProgram.channelNumber)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment().map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process = pid_t()
    let failure = posix_spawn(&process, path, &actions, &attributes, &arguments, &variables)
    guard failure == 0 else { throw .notStarted(reason: String(cString: strerror(failure))) }
    return process
  }

  /// Ours, with the library first in what is preloaded.
  private func environment() -> [String] {
    let own = PreloadEnvironment(preload: preload) { !$0.hasPrefix("GCDCHECK_CHANNEL=") }
    let channel = "GCDCHECK_CHANNEL=\(TargetProgram.channelNumber)"
    // The Swift runtime, which comes with us, would write a second report of each crash.
    if own.has("SWIFT_BACKTRACE") { return own.variables + [channel] }
    return own.variables + ["SWIFT_BACKTRACE=enable=no", channel + ",quiet"]
  }

  /// Lets the programs that are started have the same addresses each time, where the system permits it: an
  /// order that depends on addresses then repeats in every process.
  private static func fixAddresses() {
    // Not imported; takes and returns one number.
    typealias Personality = @convention(c) (UInt) -> Int32
    guard let symbol = dlsym(nil, "personality") else { return }
    let personality = unsafeBitCast(symbol, to: Personality.self)
    let ask: UInt = 0xffff_ffff
    let withoutRandomness: UInt = 0x004_0000
    let present = personality(ask)
    if present >= 0 { _ = personality(UInt(present) | withoutRandomness) }
  }
}

/// The variables of a program that gets a library preloaded: ours, with the library ahead of what is
/// preloaded already.
struct PreloadEnvironment {
  private(set) var variables: [String] = []

  /// - Parameter isKept: whether a variable of ours, as `NAME=value`, is handed on.
  init(preload: String, where isKept: (String) -> Bool) {
    var list = preload
    var next = environ
    while let text = next.pointee {
      let variable = String(cString: text)
      next += 1
      if variable.hasPrefix("LD_PRELOAD=") {
        list += ":" + variable.dropFirst("LD_PRELOAD=".count)
      } else if isKept(variable) {
        variables.append(variable)
      }
    }
    variables.append("LD_PRELOAD=\(list)")
  }

  func has(_ name: String) -> Bool { variables.contains { $0.hasPrefix(name + "=") } }
}

extension TargetProgram {
  /// Starts the program, asks what can be controlled in it, and ends it before its first instruction.
  package func examine() throws(ProgramProblem) -> InterpositionReport {
    let options = ProgramOptions(ExplorationOptions(), allowedStatuses: [])
    guard let facts = try LoadedProcess(self, options, wantsFacts: true).facts else { throw .noAnswer }
    return facts
  }
}
#endif
