// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

// One of the programs with known defects as an executable that knows nothing of gcdcheck:
// `gcdcheck-defect NAME [--corrected]`. What its body leaves to be done is done, as in a test; so it never
// ends by itself where nothing is wrong.
let words = Array(CommandLine.arguments.dropFirst())
guard let program = DefectProgram.all.first(where: { $0.name == words.first }) else {
  print("which program? gcdcheck-bench defects --list names them")
  exit(64)
}
do {
  try program.run(isFixed: words.contains("--corrected"))
} catch {
  print("\(error)")
  exit(1)
}
dispatchMain()
