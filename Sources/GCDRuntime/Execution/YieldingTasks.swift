// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose

/// What the loops of Swift tasks keep that do nothing but yield: one that counts is no endless loop.
///
/// Of more tasks than `most` only those are watched that came first.
struct YieldingTasks {
  static let most = 8
  private var kept: [(task: UnsafeRawPointer, digest: UInt64)] = []

  /// Whether a task that is suspended keeps something else than at the last look; also for one that is new.
  mutating func hasChanged(_ task: UnsafeRawPointer) -> Bool {
    let digest = gcdc_kept_by_suspended(task)
    for index in kept.indices where kept[index].task == task {
      if kept[index].digest == digest { return false }
      kept[index].digest = digest
      return true
    }
    if kept.count == Self.most { return false }
    kept.append((task, digest))
    return true
  }
}
#endif
