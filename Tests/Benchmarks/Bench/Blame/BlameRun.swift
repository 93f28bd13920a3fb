// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import GCDReport

/// How cases are compiled and searched.
struct BlameTools {
  let gcdcheck: String
  let compiler: String
  /// Programs are kept in it by content.
  let scratch: String
  let seed: UInt64
}

/// One case on its way through the compiler and `gcdcheck run`, in a process of its own.
struct BlameRun {
  let subject: BlameCase
  private let folder: String
  private let output: UnsafeMutablePointer<FILE>?

  /// Starts it.
  init(_ subject: BlameCase, schedules: Int, with tools: BlameTools) throws {
    self.subject = subject
    let name = subject.program
    folder = "\(tools.scratch)/\(name)-\(subject.contentHash)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try subject.text.write(toFile: "\(folder)/\(name).swift", atomically: true, encoding: .utf8)
    let compile =
      "\(tools.compiler) -suppress-warnings -g -Onone -module-name \(name) \(name).swift -o new.\(name)"
      + " >compile.log 2>&1 && mv new.\(name) \(name)"
    let search =
      "timeout 1200 '\(tools.gcdcheck)' run --schedules \(schedules) --seed \(tools.seed) --color never"
      + " --progress none --report text=report.txt --report jsonl=report.jsonl -- ./\(name) >run.log 2>&1"
    let build = "{ [ -x \(name) ] || { \(compile); }; }"
    output = popen(
      "cd '\(folder)' && rm -f report.* run.log && \(build) && { \(search); echo $?; }", "r")
  }

  /// Why a case has no outcome.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Waits for the end.
  func outcome() throws -> BlameOutcome {
    guard let output else { throw Failure(description: "\(subject.name): no shell could be started") }
    var text = [CChar](repeating: 0, count: 64)
    let status = fgets(&text, Int32(text.count), output).flatMap { Int(String(cString: $0).dropLast()) }
    pclose(output)
    guard let status else {
      let log = contents("compile.log").split(separator: "\n").first { $0.contains("error") } ?? ""
      throw Failure(description: "\(subject.name): does not compile: \(log)")
    }
    do {
      return BlameOutcome(
        subject, status: status, events: try EventStream.decode(contents("report.jsonl")),
        report: contents("report.txt"))
    } catch {
      throw Failure(description: "\(subject.name): report.jsonl: \(error)")
    }
  }

  private func contents(_ file: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)) ?? ""
  }
}
