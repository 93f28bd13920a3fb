// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import GCDModel
import GCDSchedule
import GCDVocabulary

/// Goes through the steps of finished runs, for their partial orders and conflict pairs.
///
/// Its memory is kept from run to run.
final class CoverageAnalyzer {
  private struct State {
    var order = PartialOrderHash()
    var trail = ConflictPairTrail()
    var traceDependence = TraceDependence()
    var uses = StepUses()
    /// Hand-offs that were reported lately, by addresses in this process; `CoverageAnalyzer.mostKnown` of
    /// them.
    var known: UnsafeMutablePointer<UInt64>
  }

  /// Owned; one exploration at a time uses it.
  private let state: UnsafeMutablePointer<State>
  private var images = LoadedImages()
  /// A power of two.
  private static let mostKnown = 1_024
  private static let mostProbes = 8

  init() {
    state = .allocate(capacity: 1)
    let known = UnsafeMutablePointer<UInt64>.allocate(capacity: CoverageAnalyzer.mostKnown)
    known.initialize(repeating: 0, count: CoverageAnalyzer.mostKnown)
    state.initialize(to: State(known: known))
  }

  deinit {
    state.pointee.order.free()
    state.pointee.trail.free()
    state.pointee.uses.free()
    state.pointee.known.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// From now on all conflict pairs are reported once more.
  func forgetPairs() { state.pointee.known.update(repeating: 0, count: CoverageAnalyzer.mostKnown) }

  /// What the run that has just ended reached; nil where not all of its steps were kept.
  func sample(of engine: Engine) -> CoverageSample? {
    var pairs: [UInt64] = []
    guard let order = read(engine, conflictPair: { pairs.append($0) }) else { return nil }
    let isDrawn = engine.pointee.exploration.scheduler.plan.strategy.isRandom
    return CoverageSample(order: order, isDrawn: isDrawn, conflictPairs: pairs)
  }

  /// The hash of the partial order of the run that has just ended; nil where not all of its steps were kept.
  ///
  /// - Parameter conflictPair: called for each conflict pair that has not been met before, and for some that
  /// have.
  private func read(_ engine: Engine, conflictPair: (UInt64) -> Void) -> UInt64? {
    if engine.pointee.trace.first > 0 { return nil }
    let steps = engine.pointee.trace.steps
    let count = engine.pointee.trace.count
    engine.pointee.world.begin(&state.pointee.traceDependence)
    state.pointee.order.begin()
    state.pointee.trail.begin()
    if engine.pointee.world.hasGroups { backwardPass(engine, steps, count) }
    let view = engine.taskView
    let end = engine.pointee.run.end
    let isCut = end != .finished && end != .quiescent
    var index = 0
    while index < count {
      let step = steps + index
      let task = step.pointee.task
      engine.pointee.world.addUses(
        of: RecordedStep(
          task, step.pointee.kind, step.pointee.object, other: step.pointee.other,
          isBlocked: step.pointee.isBlocked, result: Int64(step.pointee.result)),
        at: index, &state.pointee.traceDependence, to: &state.pointee.uses)
      // What would have come then is not known.
      if isCut && index &+ 1 == count { state.pointee.uses.makeTotal() }
      state.pointee.order.step(
        task, stableID: engine.pointee.world.stableID(task), state.pointee.uses)
      let emptied = state.pointee.uses.emptied
      if emptied != .none {
        let name = engine.pointee.world.addEmptying(
          of: emptied, &state.pointee.traceDependence, to: &state.pointee.uses)
        state.pointee.order.add(name, state.pointee.uses)
      }
      let object = step.pointee.object
      // What blocks do to a queue that lets all of them run at once is no conflict pair.
      if object.rawValue != 0,
        !object.isQueue || step.pointee.kind.excludes || view.chain(ofQueue: object) != 0
      {
        follow(step, site(of: step, engine), conflictPair)
      }
      index &+= 1
    }
    return state.pointee.order.value
  }

  private func backwardPass(_ engine: Engine, _ steps: UnsafeMutablePointer<StepRecord>, _ count: Int) {
    // A step that went wrong has left no group.
    var index = count &- (engine.pointee.run.end == .misuse ? 2 : 1)
    while index >= 0 {
      let step = steps + index
      let kind = step.pointee.kind
      if kind == .enter || kind == .leave || kind == .end {
        engine.pointee.world.backwardPass(
          index, kind, step.pointee.object, step.pointee.task, &state.pointee.traceDependence)
      }
      index &-= 1
    }
  }

  private func site(of step: UnsafeMutablePointer<StepRecord>, _ engine: Engine) -> Site {
    if step.pointee.site != .none { return step.pointee.site }
    return engine.pointee.tasks[step.pointee.task].pointee.submission
  }

  private func follow(
    _ step: UnsafeMutablePointer<StepRecord>, _ site: Site, _ conflictPair: (UInt64) -> Void
  ) {
    let kind = step.pointee.kind
    let object = step.pointee.object
    guard
      let before = state.pointee.trail.step(step.pointee.task, kind, at: object, site: site.rawValue)
    else { return }
    let kinds = UInt64(object.kindNumber) << 16 | UInt64(before.kind) << 8 | UInt64(kind.rawValue)
    let hash = mix(before.site &* 0x9e37_79b9_7f4a_7c15 ^ site.rawValue &+ kinds << 40)
    if isKnown(hash) { return }
    conflictPair(fold(fold(kinds, name(of: Site(rawValue: before.site))), name(of: site)))
  }

  /// Whether the hash was met lately; it is from now on. Two hashes with one slot would displace each other
  /// at every step: the slots behind it are tried, too.
  @inline(__always)
  private func isKnown(_ hash: UInt64) -> Bool {
    let home = Int(truncatingIfNeeded: hash) & (CoverageAnalyzer.mostKnown &- 1)
    return state.pointee.known[home] == hash || isKnown(hash, after: home)
  }

  @inline(never)
  private func isKnown(_ hash: UInt64, after home: Int) -> Bool {
    var index = home
    for _ in 0..<CoverageAnalyzer.mostProbes where state.pointee.known[index] != 0 {
      index = (index &+ 1) & (CoverageAnalyzer.mostKnown &- 1)
      if state.pointee.known[index] == hash { return true }
    }
    state.pointee.known[index] = hash
    return false
  }

  /// A number for a place of the program that is the same in every process that runs it.
  private func name(of site: Site) -> UInt64 {
    // The number of a scenario's file is that of its place among those that are run.
    if let position = site.position {
      return fold(UInt64(position.line), UInt64(position.column))
    }
    guard let address = site.address, let image = images.image(at: address) else { return site.rawValue }
    return image.name.utf8.reduce(UInt64(image.fileAddress(of: address))) { fold($0, UInt64($1)) }
  }
}
#endif
