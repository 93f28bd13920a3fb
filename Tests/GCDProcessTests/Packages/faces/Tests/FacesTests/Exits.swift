// Licensed under the Apache License, Version 2.0; see LICENSE.
#if compiler(>=6.2)
import Dispatch
import Foundation
import Testing

/// Tests whose bodies run in processes of their own.
@Suite struct ExitSuite {
  @Test func ends() async { await #expect(processExitsWith: .success) { exit(0) } }

  @Test func traps() async { await #expect(processExitsWith: .failure) { fatalError("as meant") } }

  @Test func dispatches() async {
    await #expect(processExitsWith: .success) {
      let group = DispatchGroup()
      for _ in 0..<3 { DispatchQueue.global().async(group: group) { usleep(1_000) } }
      await withCheckedContinuation { done in group.notify(queue: .global()) { done.resume() } }
    }
  }

  @Test func wrong() async { await #expect(processExitsWith: .failure) { exit(0) } }
}
#endif
