// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDProcess
import GCDReport
import GCDRuntime

extension ProgramProblem {
  /// One sentence.
  func sentence(about program: String) -> String {
    switch self {
    case .notStarted(let reason): "\"\(program)\" cannot be started: \(reason)"
    case .noAnswer:
      "\"\(program)\" did not load \(PreloadLibrary.name); it must be a dynamically linked program"
    case .notInterposed(let cause):
      "calls of \"\(program)\" do not arrive here: \(cause) took them; link without -static-stdlib"
    case .closedLibrary:
      "the functions of the libdispatch of \"\(program)\" call each other directly, as Ubuntu builds it, and "
        + "cannot be controlled; take Swift from swift.org"
    case .unknownLayout(let cause):
      "the libdispatch of \"\(program)\" is not known (\(cause)); take Swift from swift.org"
    case .otherVersion: "\(PreloadLibrary.name) is of another version than the tool; build both anew"
    case .unsupportedPlatform: "gcdcheck runs programs on Linux only (x86-64 and aarch64)"
    case .killed(let status):
      "the process that starts the schedules of \"\(program)\" was killed from outside, three times"
        + (status & 0x7f == 0 ? "" : " (\(signalName(status & 0x7f)))")
        + "; is memory short, or does the program signal its whole process group?"
    case .brokeDown(.internalError(let what)):
      "an internal error of gcdcheck ended a schedule of \"\(program)\": \(what)"
    case .brokeDown(.noThread(let running)):
      "a schedule of \"\(program)\" came to no end: \(Notice.noThread(running: running).text)"
    case .cut: "the run of \"\(program)\" was cut"
    case .lost: "\"\(program)\" dies before its first instruction"
    }
  }
}

extension ProgramFile.Obstacle {
  /// What is in the way, and what would be right.
  var clause: String {
    switch self {
    case .isFolder: "it is a folder; name the program in it"
    case .isNotExecutable: "it is not executable; name the program that was built"
    case .cannotBeRead: "its file cannot be read; make it readable for this user"
    case .isScript(let interpreter):
      "it is a script for \(interpreter); name the program that it starts, with its arguments"
    case .isNoProgram: "it is no ELF program; name one that this system starts by itself"
    case .otherProcessor(let name): "it is built for another processor (\(name)); build it for this machine"
    case .isStatic:
      "it is linked statically, so that no call can be intercepted; link it dynamically, without -static"
    case .otherLibrary(let linker):
      "it uses another C library than glibc (its linker is \(linker)); build it for glibc"
    case .hasOtherRights:
      "it runs with other rights than the caller's (set-uid, capabilities): nothing can be preloaded there; "
        + "run a copy without them"
    case .containsDispatch:
      "Dispatch is linked into it, so that its calls cannot be intercepted; link without -static-stdlib"
    case .hasAllocator(let library):
      "it has another allocator (\(library)), which starts before gcdcheck can; link it without that "
        + "library, or take it out of LD_PRELOAD"
    case .isSanitized(let sanitizer):
      "it is built with \(sanitizer), whose runtime takes its calls; build it without -fsanitize, or test it "
        + "as a library: swift test --sanitize"
    case .lacksLibrary(let library, isOurs: false):
      "it needs \(library), which is not found; install it, or name its folder in LD_LIBRARY_PATH"
    case .lacksLibrary(let library, isOurs: true):
      "\(PreloadLibrary.name) needs \(library), which is not found; install gcdcheck anew, or what it was "
        + "built with"
    case .hasOldLibrary(let library, let version, let file):
      "\(file) needs \(version), which \(library) does not have; use a newer system, or build gcdcheck and "
        + "the program on this one"
    case .otherSwift(let runtime, let symbol):
      "its Swift runtime (\(runtime)) and \(PreloadLibrary.name) do not go together: \(symbol) is missing; "
        + "build gcdcheck with the toolchain of the program, or the program with the one of gcdcheck"
    }
  }
}
#endif
