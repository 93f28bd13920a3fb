// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

@testable import GCDScenario

/// Where the shipped scenarios are looked for.
@Suite final class ShippedFolderTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("gcdcheck-\(UUID().uuidString) with a space")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func make(_ path: String) throws -> String {
    let made = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
    return made.path
  }

  @Test func besideTheExecutableFirst() throws {
    let beside = try make("bin/gcdcheck_GCDScenario.resources/Scenarios")
    _ = try make("sources/Scenarios")
    let found = ScenarioFiles.shippedFolder(
      beside: folder.appendingPathComponent("bin"), sources: folder.appendingPathComponent("sources"))
    #expect(found == beside)
  }

  @Test func thenInTheSources() throws {
    let own = try make("sources/Scenarios")
    let found = ScenarioFiles.shippedFolder(
      beside: folder.appendingPathComponent("bin"), sources: folder.appendingPathComponent("sources"))
    #expect(found == own)
  }

  @Test func elseNowhere() throws {
    _ = try make("bin")
    #expect(ScenarioFiles.shippedFolder(beside: folder.appendingPathComponent("bin"), sources: nil) == nil)
  }
}
