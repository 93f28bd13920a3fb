// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDUnwind
import Foundation
import Testing

@testable import GCDRuntime

/// Calls that the compiler inlined are frames of their own, the innermost first.
@Suite struct InlinedFramesTests {
  private static let source = """
    static inline __attribute__((always_inline)) void inner(void (*back)(void)) {
      back();
      __asm__ volatile("");
    }
    static inline __attribute__((always_inline)) void middle(void (*back)(void)) { inner(back); }
    void outer(void (*back)(void)) {
      middle(back);
      __asm__ volatile("");
    }

    """

  // Written by the callback, which can capture nothing, and read by the one test here.
  private nonisolated(unsafe) static var stack: [UInt] = []

  @Test func innermostFirst() throws {
    let folder = NSTemporaryDirectory() + "/gcdcheck-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Self.source.write(toFile: folder + "/inlined.c", atomically: true, encoding: .utf8)
    let clang = try #require(LoadedImages.runtimeFolder) + "/../../../bin/clang"
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: clang)
    compiler.arguments = [
      "-g", "-O1", "-shared", "-fPIC", folder + "/inlined.c", "-o", folder + "/libinlined.so",
    ]
    try compiler.run()
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
    let library = try #require(dlopen(folder + "/libinlined.so", RTLD_NOW))
    let symbol = try #require(dlsym(library, "outer"))
    let outer = unsafeBitCast(symbol, to: (@convention(c) (@convention(c) () -> Void) -> Void).self)
    outer {
      var pcs = [UInt](repeating: 0, count: 50)
      let count = gcdc_unwind_here(&pcs, 50)
      InlinedFramesTests.stack = Array(pcs[..<Int(count)])
    }
    for program in [ReaderSearch.find(), ReaderProgram(path: "/usr/bin/addr2line")] {
      let symbolizer = Symbolizer(program: program)
      defer { symbolizer.stop() }
      let here = symbolizer.frames(for: Self.stack).filter { $0.last?.image == "libinlined.so" }
      try #require(here.count == 1)
      #expect(here[0].map(\.function) == ["inner", "middle", "outer"])
      #expect(here[0].map(\.line) == [2, 5, 7])
      #expect(here[0].map(\.isInlined) == [true, true, false])
      #expect(here[0].allSatisfy { $0.isUserCode && $0.module == nil })
    }
  }
}
#endif
