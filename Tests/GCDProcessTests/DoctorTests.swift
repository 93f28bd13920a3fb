// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

/// `gcdcheck doctor` examines a program without running it.
@Suite struct DoctorTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  @Test func aProgramIsExaminedAndNotRun() throws {
    let source = try scratch.write("#include <stdio.h>\nint main(void) { puts(\"it ran\"); }\n", to: "p.c")
    let program = try Compiler.compile(source, in: scratch)
    let doctor = try ToolRun(["--", program], command: "doctor", in: scratch)
    #expect(doctor.status == 0, "\(doctor.output)\(doctor.errors)")
    #expect(doctor.output.contains("async, sync, after, apply of "))
    #expect(doctor.output.contains("libdispatch.so"))
    #expect(doctor.output.contains("6 work-loops of "), "\(doctor.output)")
    #expect(doctor.output.contains("\(program) can be run under control"))
    #expect(!doctor.output.contains("it ran"))
    #expect(!doctor.output.contains("  no "), "\(doctor.output)")
  }

  @Test func aFunctionThatTheProgramDefinesItselfIsNamed() throws {
    let source = try scratch.write(
      "int sched_yield(void) { return 0; }\nint main(void) { return sched_yield(); }\n", to: "own.c")
    let program = try Compiler.compile(source, ["-rdynamic"], in: scratch)
    let doctor = try ToolRun(["--", program], command: "doctor", in: scratch)
    #expect(doctor.output.contains("1 bound elsewhere, such as sched_yield"), "\(doctor.output)")
  }

  @Test func theFactsAreReadableByMachines() throws {
    let doctor = try ToolRun(["--json"], command: "doctor", in: scratch)
    #expect(doctor.status == 0, "\(doctor.output)\(doctor.errors)")
    #expect(doctor.output.hasPrefix("{\"families\":[{\"name\":\"queues\","), "\(doctor.output.prefix(80))")
  }

  @Test func aProgramThatCannotBeLoadedIsRefused() throws {
    let source = try scratch.write("int main(void) { return 0; }\n", to: "s.c")
    let program = try Compiler.compile(source, ["-static"], in: scratch)
    #expect(try ToolRun(["--", program], command: "doctor", in: scratch).status == 2)
  }
}
