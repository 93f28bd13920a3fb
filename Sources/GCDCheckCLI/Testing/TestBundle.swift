// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDProcess

/// The program in which SwiftPM links all tests of a package.
struct TestBundle {
  let path: String
  /// The folder of the package; where the tests run, as under `swift test`.
  let package: URL

  /// - Throws: `CommandError` for a file that is missing or cannot be controlled, and where the library to
  ///   preload is missing.
  init(path: String, package: URL) throws {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandError.nothingMatched(
        "there is no test bundle \"\(path)\"; swift build --build-tests makes it where a package has tests")
    }
    let preload = try PreloadLibrary.find()
    do {
      try ProgramFile.check(path, preload: preload)
    } catch {
      throw CommandError.toolFailed("\"\(path)\" cannot be run under control: \(error.clause)")
    }
    self.path = path
    self.package = package
    if try controlsItself() {
      throw CommandError.toolFailed(
        "the tests in \"\(path)\" link GCDCheck, which controls them by itself; run them with swift test")
    }
  }

  /// Builds the tests of a package, unless that is done already, and finds them.
  static func build(in folder: String?, configuration: String, isBuilt: Bool) throws -> TestBundle {
    let package = URL(
      fileURLWithPath: folder ?? ".",
      relativeTo: URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    ).standardizedFileURL
    guard FileManager.default.fileExists(atPath: package.appendingPathComponent("Package.swift").path) else {
      throw CommandError.nothingMatched(
        "there is no Package.swift in \(package.path); name the package's folder with --package-path")
    }
    let build = ["swift", "build", "--configuration", configuration]
    if !isBuilt {
      let built = try PlainProcess.run(build + ["--build-tests"], in: package, takesOutput: false)
      if built.status != 0 {
        throw CommandError.toolFailed("the tests cannot be built; swift build says why")
      }
    }
    let folders = try PlainProcess.run(build + ["--show-bin-path"], in: package, takesOutput: true)
    let products = folders.output.trimmingCharacters(in: .whitespacesAndNewlines)
    let name = try self.name(of: package)
    return try TestBundle(path: "\(products)/\(name)PackageTests.xctest", package: package)
  }

  private static func name(of package: URL) throws -> String {
    struct Description: Decodable { var name: String }
    let described = try PlainProcess.run(
      ["swift", "package", "describe", "--type", "json"], in: package, takesOutput: true)
    guard let data = described.output.data(using: .utf8),
      let description = try? JSONDecoder().decode(Description.self, from: data)
    else { throw CommandError.toolFailed("swift package describe does not understand \(package.path)") }
    return description.name
  }

  /// A second copy of the interposers would get nothing to see.
  private func controlsItself() throws -> Bool {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
      throw CommandError.toolFailed("\"\(path)\" cannot be read")
    }
    // A name of GCDCheck's that every program has in its table of symbols which links it.
    return data.range(of: Data("gcdc_install_hooks".utf8)) != nil
  }

  // MARK: What is in it

  /// All tests, those of XCTest first.
  func tests() throws -> [ListedTest] {
    let classic = try PlainProcess.run(
      [path, "--list-tests"], in: package, takesOutput: true, seconds: TestBundle.externalTimeout)
    let modern = try PlainProcess.run(
      [path, "--testing-library", "swift-testing", "--list-tests"], in: package, takesOutput: true,
      seconds: TestBundle.externalTimeout)
    guard classic.status == 0 else {
      throw CommandError.toolFailed(
        "\"\(path)\" does not list its tests: it ends with status \(classic.status)")
    }
    return ListedTest.list(classic.output, .xcTest) + ListedTest.list(modern.output, .swiftTesting)
  }

  /// Seconds for what takes less than one.
  private static let externalTimeout: Double = 120

  /// Whether a test fails as it is, without gcdcheck.
  func failsPlainly(_ test: ListedTest) throws -> Bool {
    let result = try PlainProcess.run(
      [path] + test.arguments, in: package, takesOutput: true, seconds: TestBundle.externalTimeout)
    return result.status != 0
  }

  /// The bundle as a person would type it.
  var shownPath: String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
#endif
