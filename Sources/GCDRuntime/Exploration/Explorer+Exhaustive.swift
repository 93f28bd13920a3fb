// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDSchedule
import GCDVocabulary

/// Every order of the body's steps that can differ, one after the other.
extension Explorer {
  /// How often a search begins anew after a run that did not follow its schedule: what is made once per
  /// process, such as a lazy global, is there the next time.
  static let mostStarts = 3

  /// Searches until every order has been tried, or one of the limits of the exploration is reached.
  ///
  /// - Parameter cut: the search that is gone on with; nil = begin one.
  mutating func exhaust(bound: Int?, atMost limit: Int, after cut: ExplorationCheckpoint.Search? = nil) {
    let searched = UnsafeMutablePointer<SearchedRun>.allocate(capacity: 1)
    searched.initialize(to: SearchedRun(cut?.search ?? ExhaustiveSearch(bound: bound)))
    defer {
      searched.deinitialize(count: 1)
      searched.deallocate()
    }
    var starts = cut?.starts ?? 1
    var isSound = cut?.isSound ?? true
    var run = cut?.runs ?? 0
    defer {
      cutSearch = CutSearch(
        ExplorationCheckpoint.Search(
          search: searched.pointee.search, starts: starts, isSound: isSound, runs: run))
    }
    while !searched.pointee.search.isFinished {
      if run == limit { return }
      if isOutOfTime {
        exploration.stopped = .time
        return
      }
      if run > 0, let progress, !progress(madeProgress) {
        exploration.stopped = .interrupted
        return
      }
      run += 1
      let end = runSearched(searched, number: run)
      if exploration.cut != nil {
        run -= 1
        return
      }
      if !end.isSound { isSound = false }
      if end.stops || tooManyDeadRuns() { return }
      if searched.pointee.search.hasDiverged {
        if starts == Explorer.mostStarts {
          exploration.search = nil
          return
        }
        starts += 1
        searched.pointee.search = ExhaustiveSearch(bound: bound)
      }
      exploration.search = SearchExtent(
        interleavings: searched.pointee.search.executions, bound: bound, isComplete: false)
    }
    if searched.pointee.search.isTooLarge { isSound = false }
    exploration.isExhaustive = isSound && bound == nil
    exploration.search?.isComplete = isSound
    if isSound && exploration.stopped == .completed { exploration.stopped = .exhausted }
  }

  /// Makes the next run of a search.
  ///
  /// It is unsound as a part of a proof where something decided that is not searched through.
  mutating func runSearched(
    _ searched: UnsafeMutablePointer<SearchedRun>, number: Int
  ) -> (stops: Bool, isSound: Bool) {
    let plan = scheduler.beginSearchedRun(number, profile: profile)
    engine.state.pointee.searched = searched
    run(plan, width: options.poolWidth.width, mayBeCut: true)
    engine.endSearchedRun(searched)
    engine.state.pointee.searched = nil
    let last = exploration.course.last
    if wasCut(number, plan) {
      exploration.course.last = last
      return (true, true)
    }
    account(number)
    let isSound = isPartOfProof
    let stops = inspect(number, plan)
    finish()
    return (stops, isSound)
  }
}
#endif
