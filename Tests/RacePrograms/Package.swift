// swift-tools-version: 6.0
// Licensed under the Apache License, Version 2.0; see LICENSE.
import PackageDescription

/// Programs with and without data races, and with and without errors in the use of memory. They mean
/// something only when built with `--sanitize=thread` or `--sanitize=address`; `.ci/races` does that.
let package = Package(
  name: "race-programs",
  dependencies: [.package(name: "gcdcheck", path: "../..")],
  targets: [
    .executableTarget(
      name: "outside", dependencies: [.product(name: "GCDCheck", package: "gcdcheck")]),
    .executableTarget(
      name: "use-after-free", dependencies: [.product(name: "GCDCheck", package: "gcdcheck")]),
    .testTarget(
      name: "AddressTests", dependencies: [.product(name: "GCDCheck", package: "gcdcheck")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "RaceTests", dependencies: [.product(name: "GCDCheck", package: "gcdcheck")],
      // The programs are those that people have: most of them do not compile in Swift 6 mode.
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ])
