// Licensed under the Apache License, Version 2.0; see LICENSE.
// More blocks at once than the memory that the process permits itself has room for: gcdcheck has no stack for
// the next one.
import Dispatch
import Foundation

func takeAllThreads() throws {
  let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).prefix { $0 != " " }
  let room = rlim_t(40 << 20)
  var limit = rlimit(rlim_cur: rlim_t(pages)! * 4_096 + room, rlim_max: rlim_t.max)
  setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
  let (arrived, leave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  let group = DispatchGroup()
  for _ in 0..<40 {
    DispatchQueue.global().async(group: group) {
      arrived.signal()
      leave.wait()
    }
  }
  for _ in 0..<40 { arrived.wait() }
  for _ in 0..<40 { leave.signal() }
  group.wait()
}

try takeAllThreads()
