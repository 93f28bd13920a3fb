// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// A program whose order depends on the addresses of its objects comes out again: a schedule finds the heap
/// as it was the first time.
@Suite struct AddressTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func operations() throws -> String {
    try SampleProgram.named("clean/operations-depend-on-each-other.swift").build(in: scratch)
  }

  /// The name of the program is a part of each request.
  @Test(arguments: [1, 15, 16, 64, 129], [1, 2, 7] as [UInt64])
  func theFirstScheduleComesOutAgain(_ length: Int, _ seed: UInt64) throws {
    let folder = try ScratchFolder()
    let program = folder.path(String(repeating: "p", count: length))
    try FileManager.default.moveItem(atPath: try operations(), toPath: program)
    let run = try ToolRun(["--seed", "\(seed)", "--schedules", "3", "--", program], in: folder)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  /// Number 1, 10 and 100 are repeated as well, after whatever schedules their process has had.
  @Test(arguments: [1, 3]) func laterSchedulesComeOutAgain(_ jobs: Int) throws {
    let program = try operations()
    let run = try ToolRun(
      ["--seed", "3", "--schedules", "102", "--jobs", "\(jobs)", "--", program], in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("no findings"))
  }
}
