// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDVocabulary

extension Engine {
  /// Notes that another task continues than the baseline's, where that is the task of the step before: it
  /// could have continued, as reports then say.
  @inline(never)
  func notePreemption(_ baseline: TaskID) {
    if baseline != state.pointee.current { return }
    state.pointee.preemptionSteps.append(state.pointee.trace.count)
  }
}
#endif
