// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Every call by which a file comes into being goes wrong once, in every way: what is asked for is written
/// whole, or the tool says in one sentence why not, and the old file is unharmed. `.ci/kills` tries
/// everything.
@Suite(.serialized) struct FaultTests {
  private static let isComplete = ProcessInfo.processInfo.environment["GCDCHECK_TEST_KILLS"] != nil

  private static let scenario = """
    # A block waits for another block of its own queue.
    queues:
      cache: serial
    steps:
      - async: cache
        do:
          - sync: cache
            do:
              - print: never

    """

  @Test func aFileIsTheOldOrTheWholeNewOne() throws {
    let inputs = try ScratchFolder()
    let scenario = try inputs.write(Self.scenario, to: "a.gcd.yaml")
    let library = try Self.library(in: inputs)
    let program = try Compiler.compile(
      try inputs.write(
        "#include <stdlib.h>\nint main(void) { return getenv(\"HOME\") == 0; }\n", to: "program.c"),
      in: inputs)
    let found = try ToolRun(["--no-save", scenario], command: "fuzz", in: inputs)
    let package = Self.isComplete ? try BuiltPackage() : nil
    let bundle = package.map { package in
      ["--bundle", package.bundle, "--package-path", package.folder.url.path, "--filter", "testPut"]
    }
    let subjects = FaultSubject.all(
      Self.isComplete ? FaultSubject.formats : ["html"], token: try #require(found.token), bundle: bundle)
    var (problems, runs) = ([String](), 0)
    for subject in subjects where Self.isComplete || subject.isQuick {
      let round = try FaultRound(subject, library: library, inputs: [scenario, program])
      let faults = Self.isComplete ? FaultRound.Fault.allCases : [.interrupted, .short, .noSpace, .killed]
      for fault in faults {
        for call in 1...round.calls {
          runs += 1
          do { try round.survive(fault, at: call) } catch { problems.append("\(error)") }
        }
      }
      if Self.isComplete { print("faults: \(subject): \(round.calls) calls, \(faults.count) faults each") }
    }
    #expect(runs > 100)
    #expect(problems.isEmpty, "\(problems.count) of \(runs): \(problems.prefix(40).joined(separator: "\n"))")
  }

  private static func library(in folder: ScratchFolder) throws -> String {
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Programs/faults.c")
    return try Compiler.compile(source.path, ["-shared", "-fPIC"], in: folder)
  }
}
