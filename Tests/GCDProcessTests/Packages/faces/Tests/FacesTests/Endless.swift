// Licensed under the Apache License, Version 2.0; see LICENSE.
import XCTest

/// Async tests that go round without a rest; XCTest looks ten times in a second whether they have ended.
final class EndlessTests: XCTestCase {
  private struct Unreachable: Error {}

  private actor Server {
    private var isUp = false
    func connect() throws { if !isUp { throw Unreachable() } }
    func start() { isUp = true }
  }

  private func retryWithoutAPause(_ server: Server) async {
    let retrying = Task.detached {
      while true {
        do { return try await server.connect() } catch { try? await Task.sleep(for: .seconds(1)) }
      }
    }
    retrying.cancel()
    await retrying.value
  }

  func testRetriesForEver() async { await retryWithoutAPause(Server()) }

  func testRetriesUntilAnotherHasCounted() async {
    let server = Server()
    Task.detached {
      for _ in 0..<3_000 { await Task.yield() }
      await server.start()
    }
    await retryWithoutAPause(server)
  }
}
