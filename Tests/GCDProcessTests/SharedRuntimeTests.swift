// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// What a program and the library that takes control share in one process: where it does not go together,
/// that is said in one sentence, ahead of the dynamic linker.
@Suite struct SharedRuntimeTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private static let source = "#include <stdio.h>\nint main(void) { return puts(\"it ran\") < 0; }\n"

  /// A program that needs a library of this name, which stands beside it.
  private func program(needing name: String, _ flags: [String] = []) throws -> String {
    let source = try scratch.write("int library;\n", to: "library.c")
    let built = try Compiler.compile(
      source, ["-shared", "-fPIC", "-Wl,-soname,\(name)"] + flags, in: scratch)
    try FileManager.default.moveItem(atPath: built, toPath: scratch.path(name))
    return try Compiler.compile(
      try scratch.write(SharedRuntimeTests.source, to: "program.c"),
      ["-Wl,--no-as-needed", scratch.path(name), "-Wl,-rpath,\(scratch.url.path)"], in: scratch)
  }

  private func refused(_ program: String, _ words: String) throws {
    for command in ["run", "doctor"] {
      let run = try ToolRun(["--", program], command: command, in: scratch)
      #expect(run.status == 2 && run.errors.contains(words), "\(run.output)\(run.errors)")
      #expect(
        run.errors.split(separator: "\n").count == 1 && run.output.isEmpty, "\(run.errors)\(run.output)")
    }
  }

  private func runs(_ program: String) throws {
    let run = try ToolRun(["--schedules", "2", "--", program], in: scratch)
    #expect(run.status == 0 && run.output.contains("it ran"), "\(run.output)\(run.errors)")
  }

  @Test func aLibraryOfTheProgram() throws {
    let program = try program(needing: "libanswer.so")
    try runs(program)
    try FileManager.default.removeItem(atPath: scratch.path("libanswer.so"))
    try refused(program, "it needs libanswer.so, which is not found")
  }

  @Test func aSwiftRuntimeThatLacksSomething() throws {
    let program = try program(needing: "libswiftCore.so")
    try refused(
      program, "its Swift runtime (\(scratch.path("libswiftCore.so"))) and libGCDCheckPreload.so do not go")
  }

  /// The process has one runtime, which is that of the program.
  @Test func aSwiftRuntimeOfItsOwn() throws {
    let program = try program(needing: "libswiftCore.so")
    try FileManager.default.removeItem(atPath: scratch.path("libswiftCore.so"))
    try FileManager.default.copyItem(
      atPath: Compiler.libraries + "/libswiftCore.so", toPath: scratch.path("libswiftCore.so"))
    try runs(program)
  }

  @Test func aLibraryThatIsTooOldForUs() throws {
    let versions = try scratch.write("GCC_1.0 { global: library; };\n", to: "versions")
    let program = try program(needing: "libgcc_s.so.1", ["-Wl,--version-script=\(versions)"])
    try refused(program, "needs GCC_")
  }

  /// Libraries of a program may ask for what nobody has, as long as they never call it.
  @Test func aSymbolThatIsNowhere() throws {
    let source =
      "#include <stdio.h>\nvoid nowhere(void);\n"
      + "int main(int count, char **words) { if (count > 9) nowhere(); return puts(\"it ran\") < 0; }\n"
    let library = scratch.path("libnowhere.so")
    for text in ["void nowhere(void) {}\n", "int nothing;\n"] {
      let built = try Compiler.compile(
        try scratch.write(text, to: "library.c"), ["-shared", "-fPIC", "-Wl,-soname,libnowhere.so"],
        in: scratch)
      // The program is linked against the first one and runs with the second.
      let isFirst = !FileManager.default.fileExists(atPath: library)
      if !isFirst { try FileManager.default.removeItem(atPath: library) }
      try FileManager.default.moveItem(atPath: built, toPath: library)
      guard isFirst else { continue }
      let program = try Compiler.compile(
        try scratch.write(source, to: "program.c"),
        [library, "-Wl,-rpath,\(scratch.url.path)", "-Wl,-z,lazy"], in: scratch)
      try FileManager.default.moveItem(atPath: program, toPath: scratch.path("linked"))
    }
    try runs(scratch.path("linked"))
  }

  /// For the dynamic linker a space and a colon end the name of a library that is preloaded.
  @Test func aToolInAFolderWithASpaceAndAColon() throws {
    let folder = scratch.url.appendingPathComponent("a folder: b")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { removeLinks(to: folder.path) }
    let products = ToolRun.tool.deletingLastPathComponent()
    for name in ["gcdcheck", "libGCDCheckPreload.so"] {
      let (file, copy) = (products.appendingPathComponent(name), folder.appendingPathComponent(name))
      // Another file system takes no link.
      do { try FileManager.default.linkItem(at: file, to: copy) } catch {
        try FileManager.default.copyItem(at: file, to: copy)
      }
    }
    let program = try SampleProgram.named("finds/wait-cycle/two-mutexes-in-two-orders.c").build(in: scratch)
    let tool = folder.appendingPathComponent("gcdcheck").path
    let there = try ToolRun(tool: tool, ["run", "--progress", "none", "--", program], in: scratch)
    let here = try ToolRun(["--", program], in: scratch)
    #expect(there.status == 1 && there.errors.isEmpty, "\(there.output)\(there.errors)")
    #expect(there.report == here.report && there.output.contains("replay: '\(tool)' run --replay"))
    let token = try #require(there.token)
    let again = try ToolRun(tool: tool, ["run", "--replay", token, "--", program], in: scratch)
    let replayed = try ToolRun(["--replay", token, "--", program], in: scratch)
    #expect(again.status == 1 && again.report == replayed.report, "\(again.output)\(again.errors)")
  }

  /// The tool leaves one for the next run, which this folder will not see.
  private func removeLinks(to folder: String) {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: "/tmp")) ?? [] where name.hasPrefix("gcdcheck-") {
      let link = "/tmp/" + name
      if (try? files.destinationOfSymbolicLink(atPath: link)) == folder {
        try? files.removeItem(atPath: link)
      }
    }
  }
}
