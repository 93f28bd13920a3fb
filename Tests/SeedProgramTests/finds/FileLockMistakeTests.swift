// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import GCDCheck
import Testing

/// Twins of FileLockTests that never come on.
@Suite struct FileLockMistakeTests {
  @Test func twoFileLocksAreTakenInTwoOrders() {
    let files = ScratchFiles()
    let paths = [files.make("first", []), files.make("second", [])]
    let report = expectFinding("GCD105", schedules: 200) {
      let group = DispatchGroup()
      for order in [paths, Array(paths.reversed())] {
        DispatchQueue.global().async(group: group) {
          let descriptors = order.map { open($0, O_RDWR) }
          for descriptor in descriptors { _ = CCommands.flock(descriptor, LOCK_EX) }
          for descriptor in descriptors { close(descriptor) }
        }
      }
      group.wait()
    }
    #expect(report.contains("flock"), "\(report)")
  }
}
