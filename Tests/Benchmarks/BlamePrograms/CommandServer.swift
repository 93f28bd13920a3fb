// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// A server that lives on the main queue and exits on the command `quit`.
final class CommandServer {
  private let parsing = DispatchQueue(label: "parsing")
  private var handled: [String] = []

  func receive(_ line: String) {
    parsing.async {
      let command = line.trimmingCharacters(in: .whitespaces)
      DispatchQueue.main.async {
        self.handle(command)
      }
    }
  }

  private func handle(_ command: String) {
    if command == "quit" {
      exit(handled == ["start", "status"] ? 0 : 1)
    }
    handled.append(command)
  }
}

let server = CommandServer()
DispatchQueue.global().async {
  for line in [" start", "status ", "quit"] {
    server.receive(line)
  }
}
dispatchMain()
