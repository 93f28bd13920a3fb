// swift-tools-version: 6.0
// Licensed under the Apache License, Version 2.0; see LICENSE.
import PackageDescription

let package = Package(
  name: "acme",
  targets: [
    .target(name: "Acme"),
    .testTarget(name: "AcmeTests", dependencies: ["Acme"]),
    .testTarget(name: "MoreTests"),
  ],
  swiftLanguageModes: [.v5]
)
