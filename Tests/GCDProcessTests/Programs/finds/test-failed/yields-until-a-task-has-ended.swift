// Licensed under the Apache License, Version 2.0; see LICENSE.

/// A few yields, after which the task that was made is taken to have ended.
actor Disk {
  func name() -> String { "Ada" }
}

@MainActor final class Profile {
  private(set) var name = ""
  private let disk = Disk()
  func appear() { Task { name = await disk.name() } }
}

let profile = Profile()
profile.appear()
for _ in 0..<3 { await Task.yield() }
guard profile.name == "Ada" else { fatalError("no name") }

// says: the task made here has not ended when the test fails
