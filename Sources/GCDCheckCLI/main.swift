// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation
import GCDReport

let environment = ProcessInfo.processInfo.environment
PluginParent.follow(environment)
Interruption.install()

do {
  try Tool.refuseUnknownCommand(CommandLine.arguments.dropFirst().first)
  var command = try Tool.parseAsRoot()
  try command.run()
} catch let refusal as Refusal {
  StandardStream.error.line(refusal.message)
  exit(refusal.status.rawValue)
} catch let status as ExitCode {
  exit(status.rawValue)
} catch  where Tool.exitCode(for: error) == .success {
  // --help and --version come as errors that are none.
  StandardStream.output.line(Tool.fullMessage(for: error))
} catch  where Tool.exitCode(for: error) == .validationFailure {
  StandardStream.error.line("gcdcheck: error: " + Tool.message(for: error).onOneLine)
  StandardStream.error.line("all options: gcdcheck --help, gcdcheck help fuzz")
  exit(ExitStatus.usage.rawValue)
} catch {
  StandardStream.error.line("gcdcheck: internal error (please report): \(error)")
  exit(ExitStatus.toolFailed.rawValue)
}
