// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary
public struct WorldConfiguration { public init(poolWidth: Int, skew: UInt64) {} }
public enum MainQueueHost { case bodyIsMain, bodyOnMainQueue, served }
public enum OutcomeKind: UInt8 { case completed, blocked, started, progressed, misuse, deadlock }
public struct Outcome { public var kind: OutcomeKind; public var result: Int64; public var misuse: Misuse }
public enum DataKind { case add, or, replace }
public struct WaitEdge { public var waiter: TaskID; public var kind: OperationKind; public var resource: ObjectID; public var holders: [TaskID] }
public struct AuditFinding { public var object: ObjectID }
public struct World {
  public var recordsLedger = false
  public var enabled: UnsafeMutablePointer<TaskID>
  public var enabledCount = 0
  public var enabledHash: UInt64 = 0
  public var oldestEnabled = TaskID.none
  public var now: UInt64 = 0
  public var nextDeadline: UInt64 = 0
  public var poolWidth = 0
  public var taskCount = 0
  public var mainQueue: ObjectID { .none }
  public var needsAudit: Bool { false }
  public init(_ c: WorldConfiguration) { enabled = .allocate(capacity: 1) }
  public mutating func reset(_ c: WorldConfiguration) {}
  public mutating func announce(_ t: TaskID, _ op: Operation) {}
  public mutating func perform(_ t: TaskID) -> Outcome { fatalError() }
  public func isPoint(_ t: TaskID, _ op: Operation) -> Bool { true }
  public func pendingOperation(_ t: TaskID) -> Operation { fatalError() }
  public func isEnabled(_ t: TaskID) -> Bool { true }
  public func enabledIndex(_ t: TaskID) -> Int { 0 }
  public func stableID(_ t: TaskID) -> UInt64 { 0 }
  public func stableID(of: ObjectID) -> UInt64 { 0 }
  public func groupLeft(by: TaskID) -> ObjectID { .none }
  public func queue(of: TaskID) -> ObjectID { .none }
  public func kind(of: TaskID) -> TaskKind { .async }
  public func source(of: TaskID) -> ObjectID { .none }
  public mutating func beginDrain() {}
  public mutating func makeBody(mainQueueHost: MainQueueHost) -> TaskID { .body }
  public mutating func makeItem(creator: TaskID, kind: TaskKind, queue: ObjectID, barrier: Bool, group: ObjectID) -> TaskID { .none }
  public mutating func makeQueue(serial: Bool, target: ObjectID, inactive: Bool, immutableTarget: Bool, creator: TaskID) -> ObjectID { .none }
  public mutating func makeGlobalQueue() -> ObjectID { .none }
  public mutating func makeGroup(creator: TaskID) -> ObjectID { .none }
  public mutating func makeSemaphore(value: Int, creator: TaskID) -> ObjectID { .none }
  public mutating func makeLock(recursive: Bool, creator: TaskID) -> ObjectID { .none }
  public mutating func makeCondition(creator: TaskID) -> ObjectID { .none }
  public mutating func makeOnce(creator: TaskID) -> ObjectID { .none }
  public mutating func makeVariable(creator: TaskID) -> ObjectID { .none }
  public mutating func makeFutex(creator: TaskID) -> ObjectID { .none }
  public mutating func makeTimerSource(target: ObjectID, creator: TaskID) -> ObjectID { .none }
  public mutating func makeDataSource(_ k: DataKind, target: ObjectID, creator: TaskID) -> ObjectID { .none }
  public mutating func adoptSuspension(_ o: ObjectID) {}
  public mutating func adoptGroupCount(_ o: ObjectID, _ n: Int) {}
  public mutating func adoptSemaphoreValue(_ o: ObjectID, _ n: Int) {}
  public func isGlobal(_ o: ObjectID) -> Bool { false }
  public func isSerial(_ o: ObjectID) -> Bool { false }
  public func isTimer(_ o: ObjectID) -> Bool { false }
  public func isLocked(_ o: ObjectID) -> Bool { false }
  public func isCancelled(_ o: ObjectID) -> Bool { false }
  public func isSourceRunning(_ o: ObjectID) -> Bool { false }
  public func sourceData(_ o: ObjectID) -> UInt64 { 0 }
  public mutating func prepareTimer(_ o: ObjectID, interval: UInt64) {}
  public mutating func setHasHandler(_ o: ObjectID, _ k: TaskKind, _ v: Bool) {}
  public mutating func sourceReleased(_ o: ObjectID) {}
  public func currentQueue(_ t: TaskID) -> ObjectID { .none }
  public func isOn(_ t: TaskID, _ q: ObjectID, barrier: Bool) -> Bool { false }
  public func frameQueues(_ t: TaskID) -> IndexingIterator<[ObjectID]> { [ObjectID]().makeIterator() }
  public func releaseCheck(_ o: ObjectID) -> Misuse { .none }
  public func choiceCount(_ t: TaskID) -> Int { 1 }
  public mutating func setChoice(_ t: TaskID, _ c: Int) {}
  public mutating func setMainServed(_ b: Bool) {}
  public var tasksAlive: [TaskID] { [] }
  public func neverStarted(_ t: TaskID) -> Bool { false }
  public func ownerCycle() -> [WaitEdge] { [] }
  public func audit() -> [AuditFinding] { [] }
}
