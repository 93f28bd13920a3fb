// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The end of the task that was made is awaited.
actor Disk {
  func name() -> String { "Ada" }
}

@MainActor final class Profile {
  private(set) var name = ""
  private let disk = Disk()
  func appear() -> Task<Void, Never> { Task { name = await disk.name() } }
}

let profile = Profile()
await profile.appear().value
guard profile.name == "Ada" else { fatalError("no name") }
