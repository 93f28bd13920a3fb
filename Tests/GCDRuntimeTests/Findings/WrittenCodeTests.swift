// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import Testing

@testable import GCDRuntime

/// Where the last reference goes, with and without columns.
@Suite struct WrittenCodeTests {
  private func frame(_ function: String, _ line: Int, _ column: Int = 0) -> StackFrame {
    StackFrame(function: function, location: CodeLocation(file: "a.swift", line: line, column: column))
  }

  private func line(_ stack: [StackFrame], _ source: String? = nil) -> Int? {
    WrittenCode.innermost(in: stack) { _ in source }?.line
  }

  @Test func whatACompilerMadeHasNoColumn() {
    let made = [frame("A.deinit", 2), frame("A.__deallocating_deinit", 2), frame("f()", 9, 1)]
    #expect(line(made) == 9)
    #expect(line([frame("A.deinit", 4, 3)] + made.dropFirst()) == 4)
  }

  @Test func namesTellItWhereNoColumnsAreKnown() {
    let (freeing, caller) = (frame("A.__deallocating_deinit", 2), frame("f()", 9))
    #expect(line([frame("A.deinit", 2), freeing, caller], "final class A {") == 9)
    #expect(line([frame("A.deinit", 2), freeing, caller]) == 9)
    #expect(line([freeing, caller]) == 9)
    #expect(line([frame("A.__ivar_destroyer", 2), freeing, caller]) == 9)
    // Written ones: of several lines, and of one.
    #expect(line([frame("A.deinit", 4), freeing, caller], "  }") == 4)
    #expect(line([frame("A.deinit", 2), freeing, caller], "  deinit { lock = nil }") == 2)
    #expect(line([frame("closure #1 in A.deinit", 2), frame("A.deinit", 2), freeing], "deinit {") == 2)
  }

  @Test func nothingThatIsWritten() {
    #expect(line([]) == nil)
    #expect(line([frame("A.__deallocating_deinit", 2)]) == nil)
    let library = StackFrame(
      function: "g()", location: CodeLocation(file: "b.swift", line: 1, column: 1), isUserCode: false)
    #expect(line([library]) == nil)
  }
}
#endif
