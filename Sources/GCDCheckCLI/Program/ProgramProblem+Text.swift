// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDProcess

extension ProgramProblem {
  /// One sentence.
  func words(_ program: String) -> String {
    switch self {
    case .notStarted(let reason): "\"\(program)\" cannot be started: \(reason)"
    case .noAnswer:
      "\"\(program)\" did not load \(PreloadLibrary.name); it must be a dynamically linked program"
    case .notInterposed(let cause):
      "calls of \"\(program)\" do not arrive here: \(cause) took them; link without -static-stdlib"
    case .unknownLayout(let cause):
      "the libdispatch of \"\(program)\" is not known (\(cause)); take Swift from swift.org"
    case .otherVersion: "\(PreloadLibrary.name) is of another version than the tool; build both anew"
    case .unsupportedPlatform: "gcdcheck runs programs on Linux only (x86-64 and aarch64)"
    case .killed(let status):
      "the process that starts the schedules of \"\(program)\" was killed from outside, three times"
        + (status & 0x7f == 0 ? "" : " (\(signalName(status & 0x7f)))")
        + "; is memory short, or does the program signal its whole process group?"
    case .cut: "the run of \"\(program)\" was cut"
    case .lost: "\"\(program)\" dies before its first instruction"
    }
  }
}
#endif
