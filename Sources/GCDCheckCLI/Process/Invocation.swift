// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

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
