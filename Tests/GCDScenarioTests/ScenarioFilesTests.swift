// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDScenario
import Testing

/// Which files below a folder are scenarios.
@Suite struct ScenarioFilesTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("gcdcheck-\(UUID().uuidString)")
    for name in ["inside/deep", "outside"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    for name in ["inside/one.gcd.yaml", "inside/deep/two.gcd.yaml", "outside/three.gcd.yaml"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
  }

  private func found() throws -> [String] {
    defer { try? FileManager.default.removeItem(at: folder) }
    let inside = folder.appendingPathComponent("inside").path
    return try ScenarioFiles.discover(paths: [inside]).map { String($0.dropFirst(inside.count + 1)) }
  }

  @Test func filesOfAllFoldersAreFoundInOrder() throws {
    #expect(try found() == ["deep/two.gcd.yaml", "one.gcd.yaml"])
  }

  @Test func aFolderThatALinkLeadsToIsSearched() throws {
    try link("inside/linked", to: "../outside")
    #expect(try found() == ["deep/two.gcd.yaml", "linked/three.gcd.yaml", "one.gcd.yaml"])
  }

  @Test func aFolderCountsOnceByItsOwnPath() throws {
    try link("inside/a-second-name", to: "deep")
    try link("inside/deep/up", to: "..")
    try link("inside/deep/itself", to: ".")
    #expect(try found() == ["deep/two.gcd.yaml", "one.gcd.yaml"])
  }

  @Test func aLinkThatLeadsNowhereIsPassedOver() throws {
    try link("inside/gone", to: "nothing")
    try link("inside/round", to: "round")
    #expect(try found() == ["deep/two.gcd.yaml", "one.gcd.yaml"])
  }

  #if os(Linux)
  @Test func whatTheKernelShowsIsNotSearched() throws {
    try link("inside/kernel", to: "/sys")
    try link("inside/processes", to: "/proc")
    #expect(try found() == ["deep/two.gcd.yaml", "one.gcd.yaml"])
  }
  #endif
}
