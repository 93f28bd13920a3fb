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
