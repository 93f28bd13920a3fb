// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation
import GCDReport

let environment = ProcessInfo.processInfo.environment

/// Does what the command line asks for; how the tool ends.
func work() throws -> Int32 {
  do {
    try Surroundings.prepare()
    PluginParent.follow(environment)
    Interruption.install()
    if CommandLine.arguments.count == 1 {
      StandardStream.output.line(Tool.helpMessage())
      return ExitStatus.usage.rawValue
    }
    try Tool.refuseUnknownCommand(CommandLine.arguments.dropFirst().first)
    var command = try Tool.parseAsRoot()
    try command.run()
    return ExitStatus.asExpected.rawValue
  } catch let status as ExitCode {
    return status.rawValue
  } catch  where Tool.exitCode(for: error) == .success {
    // --help and --version come as errors that are none.
    StandardStream.output.line(Tool.fullMessage(for: error))
    return ExitStatus.asExpected.rawValue
  } catch  where Tool.exitCode(for: error) == .validationFailure {
    StandardStream.error.line("gcdcheck: error: " + Tool.message(for: error).onOneLine)
    StandardStream.error.line("all options: gcdcheck --help, gcdcheck help fuzz")
    return ExitStatus.usage.rawValue
  }
}

do {
  let status = try work()
  try StandardStream.requireOutput()
  exit(status)
} catch let refusal as CommandError {
  StandardStream.error.line(refusal.message)
  exit(refusal.status.rawValue)
} catch {
  StandardStream.error.line("gcdcheck: \(CommandError.internalErrorLabel): \(error)")
  exit(ExitStatus.toolFailed.rawValue)
}
