// swift-tools-version: 6.2
import PackageDescription

/// Warnings are errors in our own targets; packages we depend on are not held to it.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
  name: "gcdcheck",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "GCDCheck", targets: ["GCDCheck"]),
    .executable(name: "gcdcheck", targets: ["gcdcheck"]),
    .library(name: "GCDCheckPreload", type: .dynamic, targets: ["GCDCheckPreload"]),
    .executable(name: "gcdcheck-bench", targets: ["gcdcheck-bench"]),
    .plugin(name: "GCDCheckPlugin", targets: ["GCDCheckPlugin"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
  ],
  targets: [
    .executableTarget(
      name: "gcdcheck",
      dependencies: [
        "GCDScenario", "GCDProcess", "GCDRuntime", "GCDReport", "GCDSchedule", "GCDVocabulary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/GCDCheckCLI",
      swiftSettings: strict),
    .executableTarget(
      name: "gcdcheck-bench",
      dependencies: [
        "GCDCheck", "GCDSchedule",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/GCDCheckBench",
      swiftSettings: strict),
    .target(
      name: "GCDCheck",
      dependencies: [
        "GCDRuntime", "GCDReport", "GCDSchedule", "GCDVocabulary", "CGCDInterpose", "CGCDHost",
      ],
      swiftSettings: strict),
    .target(
      name: "GCDScenario",
      dependencies: ["GCDRuntime", "GCDReport", "GCDSchedule", "GCDVocabulary", "Yams"],
      resources: [.copy("Scenarios"), .copy("Schema")],
      swiftSettings: strict),
    // What `gcdcheck run` preloads into a program.
    .target(
      name: "GCDCheckPreload", dependencies: ["GCDProcess", "CGCDPreload"], swiftSettings: strict),
    .target(
      name: "GCDProcess", dependencies: ["GCDRuntime", "GCDReport", "GCDSchedule", "GCDVocabulary"],
      swiftSettings: strict),
    .target(
      name: "GCDRuntime",
      dependencies: [
        "GCDReport", "GCDSchedule", "GCDModel", "GCDVocabulary",
        "CGCDInterpose", "CGCDThread", "CGCDUnwind",
      ],
      swiftSettings: strict),
    .target(name: "GCDReport", dependencies: ["GCDVocabulary"], swiftSettings: strict),
    .target(name: "GCDSchedule", dependencies: ["GCDVocabulary"], swiftSettings: strict),
    .target(name: "GCDModel", dependencies: ["GCDVocabulary"], swiftSettings: strict),
    .target(name: "GCDVocabulary", swiftSettings: strict),
    .target(
      name: "GCDModelPrograms", dependencies: ["GCDModel", "GCDVocabulary"], path: "Tests/GCDModelPrograms",
      swiftSettings: strict),
    .testTarget(
      name: "GCDModelTests",
      dependencies: ["CGCDInterpose", "GCDModel", "GCDModelPrograms", "GCDVocabulary"],
      swiftSettings: strict),
    .executableTarget(
      name: "gcdcheck-differential-child", path: "Tests/DifferentialTests/Child", swiftSettings: strict),
    .testTarget(
      name: "DifferentialTests",
      dependencies: ["GCDModel", "GCDModelPrograms", "GCDVocabulary", "gcdcheck-differential-child"],
      exclude: ["Child"],
      swiftSettings: strict),
    .target(name: "CGCDInterpose"),
    .target(name: "CGCDThread"),
    .target(name: "CGCDPreload"),
    .target(name: "CGCDHost", dependencies: ["CGCDInterpose"]),
    .target(
      name: "CGCDUnwind",
      // libgcc_s stays ahead of libunwind so that C++ exceptions keep their unwinder.
      linkerSettings: [
        .linkedLibrary("gcc_s", .when(platforms: [.linux])),
        .linkedLibrary("unwind", .when(platforms: [.linux])),
      ]),
    .plugin(
      name: "GCDCheckPlugin",
      capability: .command(
        intent: .custom(verb: "gcdcheck", description: "Run gcdcheck: fuzz, replay, list, explain, init")),
      dependencies: ["gcdcheck"]),
    // Tests mirror the sources.
    .target(
      name: "CGCDInterposeProbe",
      dependencies: ["CGCDInterpose"],
      path: "Tests/CGCDInterposeProbe"),
    .testTarget(
      name: "CGCDInterposeTests", dependencies: ["CGCDInterpose", "CGCDInterposeProbe"], swiftSettings: strict
    ),
    .testTarget(
      name: "CGCDThreadTests",
      dependencies: ["CGCDThread"],
      // C programs that the tests compile themselves, for several processors and sanitizers.
      exclude: ["Programs"],
      swiftSettings: strict),
    .testTarget(name: "CGCDUnwindTests", dependencies: ["CGCDThread", "CGCDUnwind"], swiftSettings: strict),
    .testTarget(
      name: "GCDScheduleTests", dependencies: ["GCDSchedule", "GCDVocabulary"], swiftSettings: strict),
    .testTarget(
      name: "ExhaustiveTests", dependencies: ["GCDRuntime", "GCDModel", "GCDSchedule", "GCDVocabulary"],
      swiftSettings: strict),
    .testTarget(
      name: "GCDReportTests", dependencies: ["GCDReport", "GCDVocabulary"],
      exclude: ["Golden", "Formats/junit.xsd"],
      swiftSettings: strict),
    .testTarget(name: "GCDRuntimeTests", dependencies: ["GCDRuntime", "CGCDUnwind"], swiftSettings: strict),
    .testTarget(
      name: "GCDScenarioTests",
      dependencies: ["GCDScenario", "GCDRuntime", "GCDReport", "SharedScenarios", "Yams"],
      exclude: ["Golden"],
      swiftSettings: strict),
    .testTarget(
      name: "GCDCheckTests", dependencies: ["GCDCheck", "GCDRuntime", "GCDReport"], swiftSettings: strict),
    .testTarget(
      name: "GCDCheckBenchTests", dependencies: ["gcdcheck-bench", "GCDCheck"], swiftSettings: strict),
    // What they get through GCDCheck stands among their dependencies as well, or they would not be built anew
    // when it changes.
    .testTarget(
      name: "SeedProgramTests", dependencies: ["GCDCheck", "GCDRuntime", "GCDReport"],
      // The programs are those that people have: most of them do not compile in Swift 6 mode.
      swiftSettings: strict + [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "MainLoopTests", dependencies: ["GCDCheck", "GCDRuntime", "GCDReport"],
      swiftSettings: strict + [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "GCDProcessTests", dependencies: ["gcdcheck", "GCDReport"],
      // Programs that the tests compile themselves.
      exclude: ["Packages", "Programs"],
      swiftSettings: strict),
    .target(
      name: "FacePrograms", path: "Tests/GCDProcessTests/Packages/faces/Sources/FacePrograms",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "FaceTests", dependencies: ["FacePrograms", "GCDCheck", "GCDRuntime", "GCDReport"],
      swiftSettings: strict + [.swiftLanguageMode(.v5)]),
    .testTarget(name: "HouseRulesTests", dependencies: ["GCDReport"], swiftSettings: strict),
    .target(name: "SharedScenarios", path: "Tests/SharedScenarios", swiftSettings: strict),
    .testTarget(
      name: "GCDCheckCLITests", dependencies: ["gcdcheck", "SharedScenarios"], swiftSettings: strict),
    .testTarget(
      name: "HostileInputTests",
      dependencies: ["gcdcheck", "GCDScenario", "GCDRuntime", "GCDReport", "GCDSchedule"],
      exclude: ["Corpus"],
      swiftSettings: strict),
    .testTarget(
      name: "ReadmeTests", dependencies: ["gcdcheck", "GCDCheck", "Yams"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
