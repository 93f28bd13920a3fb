// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

/// What the tool must know when `swift package gcdcheck` started it: the plugin says so in its environment.
///
/// SwiftPM leaves the children of a plugin running when it is interrupted, so the tool asks the kernel to be
/// reported.
enum PluginParent {
  /// True if the terminal behind the plugin's pipes is one.
  static func hasTerminal(_ environment: [String: String]) -> Bool {
    environment["GCDCHECK_PLUGIN_TTY"] == "1"
  }

  /// Asks for SIGTERM at the death of the plugin.
  static func follow(_ environment: [String: String]) {
    guard let text = environment["GCDCHECK_PLUGIN_PID"], let parent = pid_t(text) else { return }
    ParentMonitor.ask(for: SIGTERM)
    // The plugin may have died before the request was made.
    if getppid() != parent { exit(ExitStatus.interrupted.rawValue) }
  }
}

/// The death of the process that started this one.
enum ParentMonitor {
  /// Asks the kernel for a signal when it comes; the caller that asks looks afterwards whether it has come
  /// already.
  static func ask(for signal: Int32) {
    // prctl is variadic in C and therefore not imported; its arguments are integers, which travel in the same
    // registers either way on x86-64 and aarch64.
    typealias ProcessControl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    guard let symbol = dlsym(nil, "prctl") else { return }
    let setParentDeathSignal: Int32 = 1
    _ = unsafeBitCast(symbol, to: ProcessControl.self)(setParentDeathSignal, UInt(signal), 0, 0, 0)
  }
}

/// How the user started the tool, so that the commands that it prints can be pasted.
enum Invocation {
  /// `swift run gcdcheck`, `swift package gcdcheck`, or the path that was typed.
  static func command(_ environment: [String: String]) -> String {
    if environment["GCDCHECK_PLUGIN_PID"] != nil { return "swift package gcdcheck" }
    let typed = CommandLine.arguments.first ?? "gcdcheck"
    let products = FileManager.default.currentDirectoryPath + "/.build/"
    guard typed.hasPrefix(products) || typed.hasPrefix(".build/") else { return typed }
    return typed.contains("/release/") ? "swift run -c release gcdcheck" : "swift run gcdcheck"
  }
}
