// Licensed under the Apache License, Version 2.0; see LICENSE.

extension DefectProgram {
  /// One reader against many writers of the same two variables.
  static let reorderings = [reorder(4), reorder(10), reorder(20), reorder(50)]

  private static func reorder(_ threads: Int) -> DefectProgram {
    DefectProgram(
      "reorder_\(threads)", .assertion, depth: 3, threads: threads,
      "a reader comes between the first writer's two writes and before everybody's second one"
    ) { isFixed in
      let (first, second) = (QueueVariable(0), QueueVariable(0))
      let lock = PosixMutex()
      let verdict = Verdict()
      @Sendable func write() {
        first.write(1)
        second.write(-1)
      }
      @Sendable func look() {
        let isSound = first.read() == 0 && second.read() == 0 || first.read() == 1 && second.read() == -1
        verdict.require(isSound, "the second write is missing")
      }
      runAtOnce(threads) { index in
        let access = index == 0 ? look : write
        if isFixed { lock.section(access) } else { access() }
      }
      try verdict.check()
    }
  }
}
