// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

extension World {
  /// Whether `audit` could find anything: false after nearly every clean run, at the cost of a look at each
  /// group and lane that was made.
  public mutating func mayNeedAudit() -> Bool {
    if core.tasksAlive > 0 { return true }
    var index = 0
    while index < groups.table.count {
      if groups.table.at[index].count != 0
        && (groups.table.at[index].workItem < 0 || groups.table.at[index].notifies.head >= 0)
      {
        return true
      }
      index &+= 1
    }
    index = 0
    while index < queues.lanes.count {
      if queues.isClosed(index) { return true }
      index &+= 1
    }
    return false
  }
}
