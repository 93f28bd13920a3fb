// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What ends the pause of a cancelled task is thrown away: it tries again at once, and for good.
struct Unreachable: Error {}

actor Server {
  func connect() throws { throw Unreachable() }
}

func connect(_ server: Server) async throws {
  while true {
    do { return try await server.connect() } catch {
      try? await Task.sleep(for: .seconds(1))
    }
  }
}

let server = Server()
let connecting = Task.detached { try await connect(server) }
try await Task.sleep(for: .milliseconds(1500))
connecting.cancel()
_ = await connecting.result
