// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "gcdcheck",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "GCDCheck", targets: ["GCDCheck"]),
    .executable(name: "gcdcheck", targets: ["gcdcheck"]),
    .library(name: "GCDCheckPreload", type: .dynamic, targets: ["GCDCheckPreload"]),
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
        "GCDScenario", "GCDProcess", "GCDRuntime", "GCDReport", "GCDReportFormats", "GCDSchedule",
        "GCDVocabulary",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/GCDCheckCLI"),
    .executableTarget(
      name: "gcdcheck-bench",
      dependencies: [
        "DefectPrograms", "GCDCheck", "GCDRuntime", "GCDReport", "GCDSchedule", "ReportClaims",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Benchmarks/Bench"),
    // Programs with known defects, as bodies and as executables that know nothing of gcdcheck.
    .target(name: "DefectPrograms", path: "Tests/Benchmarks/DefectPrograms"),
    .executableTarget(
      name: "gcdcheck-defect", dependencies: ["DefectPrograms"],
      path: "Tests/Benchmarks/DefectProgramRunner"),
    .target(
      name: "GCDCheck",
      dependencies: [
        "GCDRuntime", "GCDReport", "GCDSchedule", "GCDVocabulary", "CGCDInterpose", "CGCDHost",
      ]),
    .target(
      name: "GCDScenario",
      dependencies: ["GCDRuntime", "GCDReport", "GCDSchedule", "GCDVocabulary", "Yams"],
      resources: [.copy("Scenarios"), .copy("Schema")]),
    // What `gcdcheck run` preloads into a program.
    .target(
      name: "GCDCheckPreload", dependencies: ["GCDProcess", "CGCDPreload"]),
    .target(
      name: "GCDProcess", dependencies: ["GCDRuntime", "GCDReport", "GCDSchedule", "GCDVocabulary"]),
    .target(
      name: "GCDRuntime",
      dependencies: [
        "GCDReport", "GCDSchedule", "GCDModel", "GCDVocabulary",
        "CGCDInterpose", "CGCDThread", "CGCDUnwind",
      ]),
    .target(name: "GCDReport", dependencies: ["GCDVocabulary"]),
    // What only the tool needs of reports, so that no test target compiles it.
    .target(
      name: "GCDReportFormats", dependencies: ["GCDReport", "GCDVocabulary"],
      // The tool stays one file: pages of findings, which are articles of the documentation, and web pages.
      resources: ["Explain/Pages", "Explain/scenario.txt", "HTML/page.css", "HTML/page.js"].map {
        .embedInCode($0)
      }),
    .target(name: "GCDSchedule", dependencies: ["GCDVocabulary"]),
    .target(name: "GCDModel", dependencies: ["GCDVocabulary"]),
    .target(name: "GCDVocabulary"),
    .target(
      name: "GCDModelPrograms", dependencies: ["GCDModel", "GCDVocabulary"], path: "Tests/GCDModelPrograms"),
    .testTarget(
      name: "GCDModelTests",
      dependencies: ["CGCDInterpose", "GCDModel", "GCDModelPrograms", "GCDVocabulary"]),
    .executableTarget(
      name: "gcdcheck-differential-child", path: "Tests/DifferentialTests/Child"),
    .testTarget(
      name: "DifferentialTests",
      dependencies: ["GCDModel", "GCDModelPrograms", "GCDVocabulary", "gcdcheck-differential-child"],
      exclude: ["Child"]),
    // Has a malloc of its own, and so is a program that no test shares.
    .executableTarget(
      name: "gcdcheck-allocation-child", dependencies: ["CAllocationCount", "GCDCheck"],
      path: "Tests/AllocationTests/Child"),
    .target(name: "CAllocationCount", path: "Tests/AllocationTests/Count"),
    .testTarget(
      name: "AllocationTests", dependencies: ["gcdcheck-allocation-child"], exclude: ["Child", "Count"]),
    .target(
      name: "CGCDInterpose",
      cSettings: ["Core", "Descriptors", "Dispatch", "Threads", "Time"].map { .headerSearchPath($0) }),
    .target(name: "CGCDThread", cSettings: [.headerSearchPath(".")]),
    .target(name: "CGCDPreload", dependencies: ["CGCDThread"]),
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
      name: "CGCDInterposeTests", dependencies: ["CGCDInterpose", "CGCDInterposeProbe"]),
    .testTarget(
      name: "CGCDThreadTests",
      dependencies: ["CGCDThread"],
      // C programs that the tests compile themselves, for several processors and sanitizers.
      exclude: ["Programs"]),
    .testTarget(name: "CGCDUnwindTests", dependencies: ["CGCDThread", "CGCDUnwind"]),
    .testTarget(
      name: "GCDScheduleTests", dependencies: ["GCDSchedule", "GCDVocabulary"]),
    .testTarget(
      name: "ExhaustiveTests", dependencies: ["GCDRuntime", "GCDModel", "GCDSchedule", "GCDVocabulary"]),
    .testTarget(
      name: "GCDReportTests", dependencies: ["GCDReport", "GCDReportFormats", "GCDVocabulary"],
      exclude: ["Golden", "Formats/junit.xsd"]),
    .testTarget(name: "GCDRuntimeTests", dependencies: ["GCDRuntime", "CGCDInterpose", "CGCDUnwind"]),
    .testTarget(
      name: "GCDScenarioTests",
      dependencies: [
        "GCDScenario", "GCDRuntime", "GCDReport", "GCDSchedule", "GCDVocabulary", "SharedScenarios", "Yams",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "GCDCheckTests", dependencies: ["GCDCheck", "GCDRuntime", "GCDReport"]),
    .testTarget(
      name: "GCDCheckBenchTests",
      dependencies: ["gcdcheck-bench", "gcdcheck-defect", "gcdcheck", "DefectPrograms", "GCDCheck"]),
    // Compares the sentences of a report with the schedule that was recorded.
    .target(name: "ReportClaims", dependencies: ["GCDReport", "GCDVocabulary"], path: "Tests/ReportClaims"),
    // What they get through GCDCheck stands among their dependencies as well, or they would not be built anew
    // when it changes.
    .testTarget(
      name: "SeedProgramTests",
      dependencies: ["GCDCheck", "GCDRuntime", "GCDReport", "GCDReportFormats", "ReportClaims"],
      // The programs are those that people have: most of them do not compile in Swift 6 mode.
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "MainLoopTests", dependencies: ["GCDCheck", "GCDRuntime", "GCDReport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "GCDProcessTests",
      dependencies: ["gcdcheck", "GCDReport", "GCDReportFormats", "ReportClaims"],
      // Programs that the tests compile themselves.
      exclude: ["Packages", "Programs"]),
    .target(
      name: "FacePrograms", path: "Tests/GCDProcessTests/Packages/faces/Sources/FacePrograms",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "AsyncDefects", path: "Tests/GCDProcessTests/Packages/faces/Sources/AsyncDefects",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "FaceTests",
      dependencies: [
        "FacePrograms", "AsyncDefects", "GCDCheck", "GCDRuntime", "GCDReport", "ReportClaims",
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "HouseRulesTests",
      dependencies: ["GCDReport", "GCDReportFormats", "GCDRuntime", "GCDSchedule", "GCDVocabulary"]),
    .target(name: "SharedScenarios", path: "Tests/SharedScenarios"),
    .testTarget(
      name: "GCDCheckCLITests",
      dependencies: ["gcdcheck", "GCDRuntime", "GCDSchedule", "SharedScenarios"]),
    .testTarget(
      name: "HostileInputTests",
      dependencies: [
        "gcdcheck", "GCDScenario", "GCDRuntime", "GCDReport", "GCDReportFormats", "GCDSchedule",
      ],
      exclude: ["Corpus"]),
    .testTarget(
      name: "ReadmeTests", dependencies: ["gcdcheck", "GCDCheck", "Yams"]),
  ],
  swiftLanguageModes: [.v6]
)
