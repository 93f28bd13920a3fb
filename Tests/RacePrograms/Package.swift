// swift-tools-version: 6.2
// Licensed under the Apache License, Version 2.0; see LICENSE.
import PackageDescription

/// Programs with and without data races; they mean something only when built with `--sanitize=thread`.
let package = Package(
  name: "race-programs",
  dependencies: [.package(name: "gcdcheck", path: "../..")],
  targets: [
    .testTarget(
      name: "RaceTests", dependencies: [.product(name: "GCDCheck", package: "gcdcheck")],
      // The programs are those that people have: most of them do not compile in Swift 6 mode.
      swiftSettings: [.swiftLanguageMode(.v5)])
  ])
