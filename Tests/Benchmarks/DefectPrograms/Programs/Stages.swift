// Licensed under the Apache License, Version 2.0; see LICENSE.

extension DefectProgram {
  /// A second stage is taken for done because the first one is.
  static let stages = [twoStage(2), twoStage(20), twoStage(50)]

  private static func twoStage(_ writers: Int) -> DefectProgram {
    DefectProgram(
      writers == 2 ? "twostage" : "twostage_\(writers)", .assertion, depth: 3, threads: writers + 1,
      "a reader sees the first of two guarded stages and takes the second for done"
    ) { isFixed in
      let (dataLock, resultLock) = (PosixMutex(), PosixMutex())
      let (data, result) = (Variable(0), Variable(0))
      let verdict = Verdict()
      @Sendable func readBoth() {
        let seen = dataLock.section { data.value }
        if seen == 0 { return }
        resultLock.section { verdict.require(result.value == seen + 1, "the second stage is missing") }
      }
      @Sendable func writeSecond() {
        let seen = isFixed ? data.value : dataLock.section { data.value }
        resultLock.section { result.value = seen + 1 }
      }
      // Made last, the reader mostly finds a writer that is long through.
      runThreads(writers + 1) { index in
        if index == writers { return readBoth() }
        if isFixed {
          dataLock.section {
            data.value = 1
            writeSecond()
          }
        } else {
          dataLock.section { data.value = 1 }
          writeSecond()
        }
      }
      try verdict.check()
    }
  }
}
