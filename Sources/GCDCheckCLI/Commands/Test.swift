// Licensed under the Apache License, Version 2.0; see LICENSE.
import ArgumentParser
import Foundation
import GCDReport
import GCDSchedule

/// `gcdcheck test`: runs the tests of a package that knows nothing of gcdcheck under many schedules.
struct Test: ResumableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Runs the tests of a package, as they are, under many schedules each.",
    discussion: """
      Both XCTest and Swift Testing. Each schedule of each test runs in a process of its own, so that \
      nothing that one leaves behind reaches another. Nothing in the package needs to be changed.
      """)

  @Option(help: "The folder of the package; default: the current one.", completion: .directory)
  var packagePath: String?

  @Option(name: .shortAndLong, help: "Build for debug or release.")
  var configuration = BuildConfiguration.debug

  @Flag(help: "Take the tests as they were built last.")
  var skipBuild = false

  @Option(
    help: "A finished test bundle (…PackageTests.xctest); nothing is built.",
    completion: .file(extensions: ["xctest"]))
  var bundle: String?

  @Option(help: "Only tests whose name matches this regular expression; see --list.")
  var filter: String?

  @Option(help: "No tests whose name matches this regular expression.")
  var skip: String?

  @Flag(help: "List the tests, and run none.")
  var list = false

  @Option(
    help: "End each test after this much real time; the running schedule is cut. Default: 10s.",
    transform: TimeLimit.parse)
  var timePerTest: TimeLimit?

  @Option(
    help: "Schedules that run at once; changes nothing but the time. Default: one per processor.",
    transform: Count.parse)
  var jobs: Count?

  @Flag(
    inversion: .prefixedNo,
    help: "Keep what fails in .gcdcheck/regressions; the default where there is a folder .gcdcheck.")
  var save: Bool?

  @Flag(help: ResumableOptions.resume)
  var resume = false

  @OptionGroup(title: "Schedules")
  var exploration: ExplorationArguments

  @OptionGroup(title: "Output")
  var output: OutputArguments

  static let name = "test"
  static let subjects = "tests"
  var isPlain: Bool {
    configuration == .debug && filter == nil && skip == nil && !list && timePerTest == nil && save == nil
  }

  mutating func takePlaces(of typed: Test) {
    packagePath = typed.packagePath ?? packagePath
    bundle = typed.bundle ?? bundle
    skipBuild = skipBuild || typed.skipBuild
  }

  func run() throws { try exploreOrResume() }

  func explore(_ resumption: Resumption) throws {
    #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
    let setup = try CommandSetup(
      exploration, output, jobs: jobs, save: save, drawnSeed: resumption.saved?.drawnSeed)
    let wanted = try TestFilter(only: filter ?? setup.mirror.text("GCDCHECK_FILTER"), without: skip)
    let bundle = try selectedBundle()
    let tests = try wanted.selected(from: bundle.tests())
    if list {
      for test in tests { StandardStream.output.line(test.name.asLogLine) }
      return
    }
    var session = try TestSession(
      tests, of: bundle, request: setup.request, timePerTest: timePerTest?.duration ?? .seconds(10),
      jobs: setup.jobs ?? ProcessInfo.processInfo.activeProcessorCount, reports: try setup.reports(),
      resumption: resumption)
    try end(session.run())
    #else
    throw CommandError.toolFailed("gcdcheck runs programs on Linux only (x86-64 and aarch64)")
    #endif
  }

  #if os(Linux) && !GCDCHECK_OTHER_PLATFORM
  private func selectedBundle() throws -> TestBundle {
    guard let bundle else {
      return try TestBundle.build(
        in: packagePath, configuration: configuration.rawValue, isBuilt: skipBuild)
    }
    return try TestBundle(
      path: URL(fileURLWithPath: bundle).path,
      package: URL(fileURLWithPath: packagePath ?? ".").standardizedFileURL)
  }
  #endif
}

/// How SwiftPM builds.
enum BuildConfiguration: String, ExpressibleByArgument, CaseIterable {
  case debug, release
}
