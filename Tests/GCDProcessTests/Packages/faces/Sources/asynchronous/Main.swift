// Licensed under the Apache License, Version 2.0; see LICENSE.
import FacePrograms

@main struct Main {
  static func main() async { await FaceProgram.named(CommandLine.arguments[1]).run() }
}
