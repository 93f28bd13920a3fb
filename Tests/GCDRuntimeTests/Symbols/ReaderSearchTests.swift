// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Foundation
import GCDReport
import Testing

@testable import GCDRuntime

/// Which of the programs that read lines is taken.
@Suite final class ReaderSearchTests {
  private let root = NSTemporaryDirectory() + "/gcdcheck-search-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func add(_ path: String, mode: Int = 0o755) throws {
    let url = URL(fileURLWithPath: root + path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("#!/bin/sh\n".utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
  }

  private var best: String? {
    let search = ReaderSearch(
      runtimeFolder: root + "/toolchain/lib/swift/linux", folders: [root + "/first", root + "/second"],
      libraryFolders: [root + "/lib", root + "/lib64"])
    return search.best.map { String($0.path.dropFirst(root.count)) }
  }

  /// Each one that is added is better than all before it.
  @Test func theBestFirst() throws {
    #expect(best == nil)
    let order = [
      "/second/addr2line", "/first/addr2line", "/lib/llvm-9/bin/llvm-symbolizer",
      "/lib64/llvm14/bin/llvm-symbolizer", "/second/llvm-symbolizer-15", "/lib/llvm-19/bin/llvm-symbolizer",
      "/first/llvm-symbolizer-21", "/second/llvm-symbolizer", "/first/llvm-symbolizer",
    ]
    for path in order {
      try add(path)
      #expect(best == path)
    }
    try FileManager.default.createDirectory(
      atPath: root + "/toolchain/lib/swift/linux", withIntermediateDirectories: true)
    try add("/toolchain/bin/llvm-symbolizer")
    #expect(best == "/toolchain/lib/swift/linux/../../../bin/llvm-symbolizer")
  }

  @Test func whatCannotBeRunOrIsForAnotherProcessorIsPassedOver() throws {
    try add("/first/llvm-symbolizer", mode: 0o644)
    try add("/first/aarch64-linux-gnu-addr2line")
    try add("/first/eu-addr2line")
    #expect(best == nil)
    try add("/second/addr2line")
    #expect(best == "/second/addr2line")
  }

  @Test func aStaticRuntimeHasNoToolchain() throws {
    try add("/first/addr2line")
    let search = ReaderSearch(runtimeFolder: nil, folders: [root + "/first"], libraryFolders: [])
    #expect(search.best?.kind == .addr2line)
  }

  @Test func whatTheVariableMayHold() throws {
    try add("/first/llvm-symbolizer-14")
    try add("/first/x86_64-linux-gnu-addr2line")
    try add("/first/eu-addr2line")
    try add("/first/nm")
    try add("/first/llvm-symbolizer", mode: 0o644)
    func read(_ text: String) throws -> ReaderChoice? {
      _ = try Environment(["GCDCHECK_SYMBOLIZER": text])
      return ReaderChoice(text)
    }
    #expect(try read("none") == ReaderChoice.none)
    for name in ["llvm-symbolizer-14", "x86_64-linux-gnu-addr2line"] {
      let program = try #require(ReaderProgram(path: root + "/first/" + name))
      #expect(try read(root + "/first/" + name) == .program(program))
    }
    for bad in ["llvm-symbolizer", "off", "first/addr2line"]
      + ["eu-addr2line", "nm", "llvm-symbolizer", "missing-addr2line"].map({ root + "/first/" + $0 })
    {
      let problem = thrown(EnvironmentProblem.self) { _ = try read(bad) }
      #expect(problem?.text.hasPrefix("gcdcheck: GCDCHECK_SYMBOLIZER holds '") == true)
      #expect(problem?.text.contains("none, or the whole path of an llvm-symbolizer or an addr2line") == true)
    }
  }

  @Test(arguments: [
    (
      "PRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\nID=debian\n", MissingReader.debian,
      "apt-get install llvm"
    ),
    ("ID=ubuntu\nID_LIKE=debian\n", .debian, "apt-get install binutils"),
    ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", .debian, "apt-get install llvm"),
    ("ID=fedora\nVERSION_ID=42\n", .fedora, "dnf install llvm"),
    ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", .fedora, "dnf install binutils"),
    ("ID='amzn'\n", .fedora, "dnf install llvm"),
    ("ID=arch\nVARIANT_ID=debian\n", .other, "the package llvm"),
    ("", .other, "the package binutils"),
  ])
  func whatBringsOne(system: String, reason: MissingReader, words: String) {
    #expect(MissingReader(systemDescription: system) == reason)
    #expect(reason.text.contains(words))
    #expect(reason.text.hasPrefix("reports name no source lines"))
  }
}
#endif
