// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import PackagePlugin

/// `swift package gcdcheck …`: starts the tool with the arguments as they are and says how it ended.
@main
struct GCDCheckPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "gcdcheck").url.path
    if ["run", "doctor", "test"].contains(arguments.first), !isPackaged(tool) { try buildPreloadLibrary() }
    var arguments = arguments
    if arguments.first == "test" { try arguments.append(contentsOf: builtTests(context, tool, arguments)) }
    // SwiftPM makes every failure of a plugin exit code 1, so the tool's own code is printed.
    let status = try run(tool, arguments)
    guard status != 0 else { return }
    FileHandle.standardOutput.write(Data("gcdcheck: exit \(status) (\(meaning(of: status)))\n".utf8))
    exit(status)
  }

  /// Whether the tool was built elsewhere, and has everything that belongs to it in a folder next to its own.
  private func isPackaged(_ tool: String) -> Bool {
    let package = URL(fileURLWithPath: tool).deletingLastPathComponent().deletingLastPathComponent()
    return FileManager.default.fileExists(
      atPath: package.appendingPathComponent("lib/gcdcheck/libGCDCheckPreload.so").path)
  }

  /// What takes control of a finished program is a product of its own, which nothing in a package that only
  /// depends on gcdcheck asks for. Each time, so that it is never older than the tool.
  private func buildPreloadLibrary() throws {
    let result = try packageManager.build(.product("GCDCheckPreload"), parameters: .init())
    if !result.succeeded {
      throw PluginFailure(description: "the library GCDCheckPreload cannot be built:\n\(result.logText)")
    }
  }

  /// The tests of the package, which the tool cannot have built itself: SwiftPM waits for the plugin.
  private func builtTests(_ context: PluginContext, _ tool: String, _ arguments: [String]) throws -> [String]
  {
    let isReported = arguments.contains { $0 == "--bundle" || $0.hasPrefix("--bundle=") || $0 == "--help" }
    if isReported { return [] }
    if !arguments.contains("--skip-build") {
      let result = try packageManager.build(.all(includingTests: true), parameters: .init())
      if !result.succeeded {
        throw PluginFailure(description: "the tests cannot be built:\n\(result.logText)")
      }
    }
    let bundle = products(context, tool).appendingPathComponent(
      "\(context.package.displayName)PackageTests.xctest")
    return ["--bundle", bundle.path, "--package-path", context.package.directoryURL.path]
  }

  /// Where SwiftPM builds: the folder of the tool, if it was built there as well.
  private func products(_ context: PluginContext, _ tool: String) -> URL {
    if !isPackaged(tool) { return URL(fileURLWithPath: tool).deletingLastPathComponent() }
    // The plugin's own folder is plugins/NAME/outputs in the folder of the build.
    var build = context.pluginWorkDirectoryURL
    while build.lastPathComponent != "plugins", build.path != "/" { build.deleteLastPathComponent() }
    return build.deletingLastPathComponent().appendingPathComponent("debug")
  }

  private func meaning(of status: Int32) -> String {
    switch status {
    case 1: "a finding, or not the expected verdict"
    case 2: "the tool failed"
    case 3: "replay diverged"
    case 64: "usage"
    case 69: "nothing matched"
    case 75: "cut before it was done"
    case 130: "interrupted"
    case 129...: "ended by signal \(status - 128)"
    default: "unknown"
    }
  }

  #if os(Linux)
  /// Starts the tool and waits on the same thread: at that thread's death the kernel tells the tool.
  ///
  /// Not through `Process`: a child of a plugin inherits a signal mask that blocks nearly all signals.
  private func run(_ tool: String, _ arguments: [String]) throws -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var environment = ProcessInfo.processInfo.environment
    environment["GCDCHECK_PLUGIN_PID"] = "\(getpid())"
    environment["GCDCHECK_PLUGIN_TTY"] = outputEndsAtTerminal ? "1" : "0"
    var argumentVector = ([tool] + arguments).map { strdup($0) } + [nil]
    var environmentVector = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argumentVector + environmentVector { free(text) } }

    var child = pid_t()
    let failure = posix_spawn(&child, tool, nil, &attributes, &argumentVector, &environmentVector)
    guard failure == 0 else {
      throw PluginFailure(description: "\(tool) cannot be started: \(String(cString: strerror(failure)))")
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw PluginFailure(description: "the tool was lost") }
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  /// The plugin's own output is a pipe to SwiftPM, always: what counts is where SwiftPM's goes.
  private var outputEndsAtTerminal: Bool {
    let output = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(getppid())/fd/1")
    return output.map { $0.hasPrefix("/dev/pts/") || $0.hasPrefix("/dev/tty") } ?? false
  }
  #else
  private func run(_ tool: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool)
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  }
  #endif
}

/// A failure of the plugin itself; SwiftPM prints its description after "error: ".
struct PluginFailure: Error, CustomStringConvertible {
  var description: String
}
