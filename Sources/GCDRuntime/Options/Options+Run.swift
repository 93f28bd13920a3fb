// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport
import GCDSchedule
import GCDVocabulary

extension PoolWidth {
  /// Workers at the start; 0 = unbounded.
  package var width: Int {
    switch self {
    case .unbounded: 0
    case .linux(let cpus): cpus
    case .darwin: 64
    }
  }
}

extension ExplorationOptions {
  /// The pools that a schedule begins with.
  package var poolLimit: PoolLimit {
    if case .linux(let cpus) = poolWidth {
      return PoolLimit(workers: cpus, grows: true, cooperative: cooperativeWidth ?? cpus)
    }
    return PoolLimit(workers: poolWidth.width, grows: false, cooperative: cooperativeWidth ?? 0)
  }
}

extension ExecutionPlan {
  /// What led a run, as a report names it.
  var words: String { isDirected ? FindingOrigin.directed : strategy.words }
}

extension ExplorationOptions {
  /// What reports call the test.
  package var displayName: String {
    if testID.isEmpty { return location.fileID.isEmpty ? "body" : "\(location.fileID):\(location.line)" }
    return testID
  }

  /// How a finding of this exploration is run again.
  var replayTarget: ReplayTarget {
    if testID.hasSuffix(".gcd.yaml") { return .scenario(path: testID) }
    return testID.isEmpty ? .program : .test(filter: testID)
  }
}

extension Finding {
  /// Whether the user allowed this finding.
  func isCovered(by allowance: Allowance) -> Bool {
    let name = kind.objects.first
    let object = name?.label ?? name?.created?.short
    return allowance.covers(kind.code, object: object)
  }
}
