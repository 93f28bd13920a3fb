// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// Programs that cannot be run under control are refused in one sentence, before anything of them runs.
@Suite struct CommandErrorTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private static let source = "#include <stdio.h>\nint main(void) { puts(\"it ran\"); }\n"

  private func compiled(_ flags: [String] = [], _ source: String = source) throws -> String {
    let file = try scratch.write(source, to: "program.c")
    return try Compiler.compile(file, flags, in: scratch)
  }

  private func refused(_ program: [String], _ status: Int32, _ words: String) throws {
    let run = try ToolRun(["--"] + program, in: scratch)
    #expect(run.status == status, "\(run.output)\(run.errors)")
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    #expect(!run.output.contains("it ran"))
  }

  @Test func aUsualProgramRuns() throws {
    let run = try ToolRun(["--", try compiled()], in: scratch)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("it ran"))
  }

  @Test func withoutAProgram() throws { try refused([], 64, "which program?") }

  @Test func aProgramThatIsNotThere() throws {
    try refused(["./missing"], 69, "there is no file \"./missing\"")
    try refused(["gcdcheck-no-such-program"], 69, "no folder of PATH has")
  }

  @Test func aStaticProgram() throws { try refused([try compiled(["-static"])], 2, "linked statically") }

  @Test func aFolder() throws { try refused([scratch.url.path], 2, "it is a folder") }

  @Test func aTextWithoutPermission() throws {
    try refused([try scratch.write("hello\n", to: "text")], 2, "it is not executable")
  }

  @Test func aScript() throws {
    let script = try scratch.write("#!/bin/sh\necho it ran\n", to: "script.sh")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    try refused([script], 2, "it is a script for /bin/sh")
  }

  @Test func anotherCLibrary() throws {
    let program = try compiled(["-Wl,--dynamic-linker=/lib/ld-musl-x86_64.so.1"])
    try refused([program], 2, "another C library than glibc")
  }

  @Test func anotherProcessor() throws {
    let program = try compiled()
    let file = try #require(FileHandle(forUpdatingAtPath: program))
    try file.seek(toOffset: 18)
    file.write(Data([0xf3, 0]))
    try file.close()
    try refused([program], 2, "another processor (RISC-V)")
  }

  @Test func dispatchInsideTheProgram() throws {
    let source = """
      #include <stdio.h>
      const char *volatile name = "com.apple.root.default-qos";
      int main(void) { puts("it ran"); return name == NULL; }
      """
    try refused([try compiled([], source)], 2, "Dispatch is linked into it")
  }

  private func library(_ name: String) throws -> String {
    let source = try scratch.write("int library;\n", to: "library.c")
    let built = try Compiler.compile(source, ["-shared", "-fPIC", "-Wl,-soname,\(name)"], in: scratch)
    try FileManager.default.moveItem(atPath: built, toPath: scratch.path(name))
    return scratch.path(name)
  }

  /// They start before anything that is preloaded, and take the place of what it needs.
  @Test(arguments: ["libjemalloc.so.2", "libtcmalloc_minimal.so.4", "libmimalloc.so.2.0"])
  func anotherAllocator(_ name: String) throws {
    let linked = try compiled(["-Wl,--no-as-needed", try library(name), "-Wl,-rpath,\(scratch.url.path)"])
    try refused([linked], 2, "it has another allocator (\(name))")
    let doctor = try ToolRun(["--", linked], command: "doctor", in: scratch)
    #expect(doctor.status == 2 && doctor.errors.contains(name), "\(doctor.output)\(doctor.errors)")
  }

  @Test func anotherAllocatorThatIsPreloaded() throws {
    let preloaded = ["LD_PRELOAD": try library("libtcmalloc.so.4")]
    let run = try ToolRun(["--", try compiled()], in: scratch, environment: preloaded)
    #expect(run.status == 2 && run.errors.contains("take it out of LD_PRELOAD"), "\(run.errors)")
  }

  @Test(arguments: [
    ("address", "AddressSanitizer"), ("thread", "ThreadSanitizer"), ("leak", "LeakSanitizer"),
  ])
  func aSanitizedProgram(_ kind: String, _ name: String) throws {
    let source = try scratch.write(CommandErrorTests.source, to: "program.c")
    let program = try Compiler.compile(source, ["-fsanitize=\(kind)"], gnu: true, in: scratch)
    try refused([program], 2, "it is built with \(name)")
    let doctor = try ToolRun(["--", program], command: "doctor", in: scratch)
    #expect(doctor.status == 2 && doctor.errors.contains(name), "\(doctor.output)\(doctor.errors)")
  }

  /// The runtime is linked into it; one that looks for undefined behaviour is in nobody's way.
  @Test func aSanitizedProgramOfClang() throws {
    try refused([try compiled(["-fsanitize=address"])], 2, "it is built with AddressSanitizer")
    let program = try compiled(["-fsanitize=undefined", "-fsanitize-trap=undefined"])
    #expect(try ToolRun(["--", program], in: scratch).status == 0)
  }

  @Test func aProgramWithOtherRights() throws {
    // Any file that another user than the caller owns and that is set-uid: one is on every system.
    let places = ["/usr/bin/su", "/bin/su", "/usr/bin/passwd"]
    var program = try #require(places.first { FileManager.default.isExecutableFile(atPath: $0) })
    if getuid() == 0 {
      program = try compiled()
      #expect(chown(program, 65_534, 65_534) == 0)
      #expect(chmod(program, 0o4755) == 0)
    }
    try refused([program], 2, "runs with other rights")
  }

  @Test func aBrokenToken() throws {
    let run = try ToolRun(["--replay", "gcd1-nonsense", "--", try compiled()], in: scratch)
    #expect(run.status == 64, "\(run.output)\(run.errors)")
  }

  @Test func aTokenOfAnotherProgram() throws {
    let finds = try SampleProgram.named("finds/wait-cycle/two-mutexes-in-two-orders.c").build(in: scratch)
    let token = try #require(try ToolRun(["--", finds], in: scratch).token)
    let run = try ToolRun(["--replay", token, "--", try compiled()], in: scratch)
    #expect(run.status == 3, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("does not follow this schedule any more"))
  }
}
