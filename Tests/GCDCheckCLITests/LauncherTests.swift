// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Foundation
import Testing

/// `bin/gcdcheck` of an installed package: it becomes the tool beside it, or says what is missing.
@Suite struct LauncherTests {
  /// A folder as the archive of a package makes it, with a tool in C that prints its arguments.
  private struct Package {
    let folder: TemporaryFolder
    var library: String { folder.url.path + "/a b/lib/gcdcheck" }
    var launcher: String { folder.url.path + "/a b/bin/gcdcheck" }

    /// - Parameter symbols: for the linker; the versions of what the tool takes from its library.
    init(symbols: String? = nil) throws {
      folder = try TemporaryFolder()
      for name in ["bin", "lib/gcdcheck"] {
        try FileManager.default.createDirectory(
          atPath: folder.url.path + "/a b/" + name, withIntermediateDirectories: true)
      }
      let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent(".ci/lib/launcher.c").path
      try compile(["-static", source, "-o", launcher])
      try writeLibrary("int answer(void) { return 42; }\n", symbols)
      try folder.write(
        """
        #include <stdio.h>
        int answer(void);
        int main(int count, char **arguments) {
          for (int i = 0; i < count; i++) puts(arguments[i]);
          return answer();
        }

        """, to: "tool.c")
      try compile([
        "tool.c", "-o", library + "/gcdcheck", library + "/libanswer.so", "-Wl,-rpath,$ORIGIN",
      ])
    }

    /// Writes the library that the tool needs.
    func writeLibrary(_ source: String, _ symbols: String? = nil) throws {
      try folder.write(source, to: "answer.c")
      var flags = [
        "-shared", "-fPIC", "answer.c", "-Wl,-soname,libanswer.so", "-o", library + "/libanswer.so",
      ]
      if let symbols {
        try folder.write(symbols, to: "symbols")
        flags.append("-Wl,--version-script=symbols")
      }
      try compile(flags)
    }

    private func compile(_ flags: [String]) throws {
      let run = try run("/usr/bin/env", ["cc"] + flags)
      try #require(run.status == 0, "\(run.errors)")
    }

    func run(_ program: String, _ arguments: [String]) throws -> ToolRun {
      try ToolRun(arguments: arguments, in: folder, program: program)
    }

    func expectRefusal(_ words: String, from program: String? = nil) throws {
      let run = try run(program ?? launcher, ["fuzz"])
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("gcdcheck: error: ") && run.errors.contains(words), "\(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1 && run.output.isEmpty, "\(run.errors)")
    }
  }

  @Test func becomesTheTool() throws {
    let package = try Package()
    let run = try package.run(package.launcher, ["fuzz", "a b", ""])
    #expect(run.status == 42 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output == "\(package.launcher)\nfuzz\na b\n\n")
  }

  @Test func becomesTheToolThroughALink() throws {
    let package = try Package()
    let link = package.folder.url.path + "/gcdcheck"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: package.launcher)
    #expect(try package.run(link, []).status == 42)
  }

  @Test func aloneItNamesWhatIsMissing() throws {
    let package = try Package()
    let copy = package.folder.url.path + "/gcdcheck"
    try FileManager.default.copyItem(atPath: package.launcher, toPath: copy)
    try package.expectRefusal("bin/gcdcheck works only beside the lib folder", from: copy)
  }

  @Test func aLibraryThatIsMissing() throws {
    let package = try Package()
    try FileManager.default.removeItem(atPath: package.library + "/libanswer.so")
    try package.expectRefusal("libanswer.so is neither in \(package.library) nor on this system")
  }

  @Test func aLibraryThatIsTooOld() throws {
    let package = try Package(symbols: "ANSWER_2.0 { global: answer; };\n")
    #expect(try package.run(package.launcher, []).status == 42)
    try package.writeLibrary("int answer(void) { return 42; }\n", "ANSWER_1.0 { global: answer; };\n")
    try package.expectRefusal("libanswer.so has no ANSWER_2.0; use a newer system")
  }
}
#endif
