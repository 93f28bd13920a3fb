// swift-tools-version: 6.0
// Licensed under the Apache License, Version 2.0; see LICENSE.
import PackageDescription

// One set of small programs, and everything that can run them: plain and async executables, XCTest and Swift
// Testing.
let package = Package(
  name: "faces",
  targets: [
    .target(name: "FacePrograms"),
    .executableTarget(name: "plain", dependencies: ["FacePrograms"]),
    .executableTarget(name: "asynchronous", dependencies: ["FacePrograms"]),
    .target(name: "AsyncDefects"),
    .executableTarget(name: "defects", dependencies: ["AsyncDefects"]),
    .testTarget(name: "FacesTests", dependencies: ["FacePrograms", "AsyncDefects"]),
  ],
  swiftLanguageModes: [.v5]
)
