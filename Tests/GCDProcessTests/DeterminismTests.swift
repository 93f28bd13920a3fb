// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Reports depend on program, options and seed, to the byte: not on where, for whom, beside what and in which
/// build of the tool they come out. A few programs each time, all of them where slow tests are asked for; all
/// that must not matter is changed at once, and by `.ci/determinism` one by one.
@Suite(.serialized) struct DeterminismTests {
  /// Something that must not matter.
  enum Circumstance: String, CaseIterable {
    case otherFolder, otherHome, otherLocale, terminal, load, noAddressRandomness, twoJobs, fourJobs
    case filledMemory, releaseBuild
  }

  private static let variables = ProcessInfo.processInfo.environment
  /// All of it, by hand or at night.
  private static let isWhole = variables["GCDCHECK_TEST_DETERMINISM"] == "1"
  private static let isSlow = variables["GCDCHECK_SLOW_TESTS"] == "1" || isWhole

  /// Programs of which everything is decided here; what children, terminals and files say is not.
  private static let programs: [SampleProgram] = {
    let all = SampleProgram.finds + SampleProgram.clean
    // Files in the folder are one for all schedules that run at once.
    let outside = ["pseudo-terminal", "is-typed", "children", "file-locks"]
    let own = all.filter { sample in !outside.contains { sample.path.contains($0) } }
    let sample = [
      "finds/test-failed/freed-before-it-is-used.c", "finds/wait-cycle/two-queues-call-into-each-other.c",
      "clean/every-wait-takes-longer-than-it-was-to.c",
    ]
    return isSlow ? own : own.filter { sample.contains($0.path) }
  }()

  /// Shipped scenarios with a finding, an outcome and nothing; all of them, with those of the folder, where
  /// slow tests are asked for.
  private static let scenarios =
    isSlow ? ["--filter", "."] : ["--filter", "reading-a-cache|a-lost-update|two-.*"]

  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  @Test(arguments: programs) func aProgramIsReportedAlike(_ sample: SampleProgram) throws {
    let program = try sample.build(in: scratch)
    // A schedule of a livelock takes seconds.
    let schedules = sample.verdict == "livelock" ? "6" : "60"
    try expectAlike(sample.path) { jobs in
      [
        "run", "--progress", "none", "--schedules", schedules, "--keep-going", "--jobs", "\(jobs)", "--",
        program,
      ]
    }
  }

  @Test(arguments: isSlow ? VariedProgram.all : []) func aVariedProgramIsReportedAlike(
    _ varied: VariedProgram
  ) throws {
    let program = try SampleProgram.named(varied.path).build(varied.flags, in: scratch)
    try expectAlike(varied.description) { jobs in
      ["run", "--progress", "none", "--schedules", "\(Self.isWhole ? 20 : 3)", "--keep-going"]
        + ["--jobs", "\(jobs)", "--", program] + varied.arguments
    }
  }

  @Test(.enabled(if: isWhole)) func aPackageIsReportedAlike() throws {
    let package = try FacePackage()
    for name in VariedProgram.faces {
      for executable in ["asynchronous", "plain"] {
        try expectAlike(name) { jobs in
          ["run", "--progress", "none", "--schedules", "5", "--keep-going", "--jobs", "\(jobs)", "--"]
            + [package.executable(executable), name]
        }
      }
    }
    // Both frameworks.
    let names = VariedProgram.faces.joined(separator: "|")
    try expectAlike("faces") { jobs in
      [
        "test", "--progress", "none", "--schedules", "3", "--keep-going", "--jobs", "\(jobs)",
        "--time-per-test", "10m", "--bundle", package.executable("facesPackageTests.xctest"),
        "--package-path", package.folder.url.path, "--filter", "(\(names))(Twin)?(\\(\\))?$",
      ]
    }
  }

  @Test func scenariosAreReportedAlike() throws {
    try expectAlike("scenarios") { jobs in
      ["fuzz", "--progress", "none", "--schedules", "20", "--jobs", "\(jobs)"] + Self.scenarios
    }
  }

  @Test func thereAreManyPrograms() {
    #expect(SampleProgram.finds.count + SampleProgram.clean.count >= 28)
    #expect(Self.programs.count >= (Self.isSlow ? 20 : 3))
    #expect(!Self.isSlow || Self.programs.count + VariedProgram.all.count >= 40)
  }

  /// - Parameter name: decides between the two numbers of jobs.
  private func expectAlike(_ name: String, _ command: (_ jobs: Int) -> [String]) throws {
    let expected = try report([], command)
    #expect(expected.contains("\"kind\":\"runEnded\""))
    let all = Circumstance.allCases.filter { $0 != .releaseBuild || Self.releaseTool != nil }
    if !Self.isWhole {
      // All at once; which of them matters is asked only where one does.
      let jobs: Circumstance = name.utf8.count.isMultiple(of: 2) ? .twoJobs : .fourJobs
      let other = Set(all).subtracting([.twoJobs, .fourJobs]).union([jobs])
      let actual = try report(other, command)
      #expect(actual == expected, "all at once: \(Self.difference(expected, actual))")
      if actual == expected { return }
    }
    for circumstance in all {
      let actual = try report([circumstance], command)
      #expect(actual == expected, "\(circumstance.rawValue): \(Self.difference(expected, actual))")
    }
  }

  /// The events of a run, without the names of the folder that it ran in and of the tool.
  private func report(
    _ circumstances: Set<Circumstance>, _ command: (_ jobs: Int) -> [String]
  ) throws -> String {
    let folder = circumstances.contains(.otherFolder) ? try ScratchFolder() : scratch
    let tool = circumstances.contains(.releaseBuild) ? Self.releaseTool! : ToolRun.tool.path
    let file = folder.path("report.jsonl")
    let jobs = circumstances.contains(.twoJobs) ? 2 : circumstances.contains(.fourJobs) ? 4 : 1
    var words = [tool] + command(jobs)
    words.insert(contentsOf: ["--report", "jsonl=\(file)"], at: 2)
    var environment: [String: String] = [:]
    if circumstances.contains(.otherHome) {
      environment = ["HOME": "/nonexistent", "USER": "nobody", "TMPDIR": folder.url.path]
    }
    if circumstances.contains(.otherLocale) {
      environment.merge(["LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kolkata"]) { $1 }
    }
    // What is allocated and what is freed is filled with bytes that are no zeros.
    environment["MALLOC_PERTURB_"] = circumstances.contains(.filledMemory) ? "165" : "0"
    if circumstances.contains(.noAddressRandomness) { words = ["setarch", "-R"] + words }
    if circumstances.contains(.terminal) {
      words = ["script", "-qec", words.map { "'\($0)'" }.joined(separator: " "), "/dev/null"]
    }
    // Several jobs are a load as well.
    let load = circumstances.contains(.load) ? jobs == 1 ? 3 : 1 : 0
    let busy = try (0..<load).map { _ in try Self.busyProcess() }
    // Not SIGTERM: what is started from a thread of the pool has that blocked.
    defer {
      for process in busy {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
    }
    let run = try ToolRun(tool: "/usr/bin/env", words, in: folder, environment: environment)
    #expect(run.status == 0 || run.status == 1, "\(words): \(run.output)\(run.errors)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try FileManager.default.removeItem(atPath: file)
    return text.replacing(tool, with: "gcdcheck").replacing(folder.url.path, with: "/here")
      .replacing(scratch.url.path, with: "/here")
  }

  private static func busyProcess() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Ends by itself where the tests are killed.
    process.arguments = ["-c", "ulimit -t 60; while :; do :; done"]
    try process.run()
    return process
  }

  /// Beside the tool of a debug build, where there is one of the same sources.
  private static let releaseTool: String? = {
    if let tool = variables["GCDCHECK_TEST_RELEASE"] { return tool }
    let folder = ToolRun.tool.deletingLastPathComponent()
    let other = folder.deletingLastPathComponent().appendingPathComponent("release/gcdcheck").path
    guard folder.lastPathComponent == "debug", FileManager.default.isExecutableFile(atPath: other),
      isNewer(other, than: ToolRun.tool.path)
    else { return nil }
    return other
  }()

  private static func isNewer(_ file: String, than other: String) -> Bool {
    func date(_ path: String) -> Date {
      (try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date) ?? .distantPast
    }
    return date(file) >= date(other)
  }

  /// The first line that differs, as far as it can be looked at.
  private static func difference(_ expected: String, _ actual: String) -> String {
    let (old, new) = (expected.split(separator: "\n"), actual.split(separator: "\n"))
    guard
      let index = (0..<max(old.count, new.count)).first(where: { index in
        !old.indices.contains(index) || !new.indices.contains(index) || old[index] != new[index]
      })
    else { return "" }
    let lines = [old, new].map { $0.indices.contains(index) ? String($0[index]) : "" }
    let same = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
    return "line \(index + 1), at \(same): "
      + lines.map { String($0.dropFirst(max(0, same - 60)).prefix(160)) }
      .joined(separator: "\n  against ")
  }
}
