// Licensed under the Apache License, Version 2.0; see LICENSE.
import AsyncDefects

/// Arguments: a name, and `twin` where the sound program is meant.
@main struct Main {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let name = arguments.first else {
      for defect in AsyncDefect.all { print(defect.name, defect.code) }
      return
    }
    let defect = AsyncDefect.named(name)
    try await (arguments.last == "twin" ? defect.twin : defect.body)()
  }
}
