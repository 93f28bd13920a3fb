// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDVocabulary

/// Looks for tasks of one run each of which asked, at some time, for what the next one held then.
///
/// Filters (Algorithms.md "Prediction"): the tasks are different ones, no two of them held something that
/// excludes the other (a gate lock), and no request comes behind another one in every schedule.
public struct LockCycles {
  /// Some requests that could all wait for each other.
  public struct Cycle: Sendable, Equatable {
    public var requests: [LockRequest]
    /// A task that asks to be alone on a queue that two of the others share, where that closes it.
    public var exclusion: LockRequest?
  }

  static let mostTasks = 16
  /// Cycles over the same locks by other tasks.
  private static let mostOfOneKind = 3
  private static let mostCycles = 24
  private static let mostVisits = 2_000

  private let requests: [LockRequest]
  private let exclusions: [LockRequest]
  /// How many tasks can hold a semaphore at a time, by its raw id, where it is more than one.
  private let capacities: [UInt32: Int]
  /// Whether the second of two requests comes behind the first in every schedule.
  private let isOrdered: (LockRequest, LockRequest) -> Bool
  private var holders: [UInt32: [Int]] = [:]
  private var kinds: [Set<UInt32>: Int] = [:]
  private var visits = 0
  private var path: [Int] = []
  private var start = 0
  private var found: [Cycle] = []

  /// - Parameter isOrdered: Asked for few pairs of requests of different tasks.
  public init(
    _ order: LockOrder, capacities: [UInt32: Int],
    isOrdered: @escaping (LockRequest, LockRequest) -> Bool
  ) {
    self.capacities = capacities
    self.isOrdered = isOrdered
    let events = order.events
    requests = order.requests.filter { !events.contains($0.wanted.lock) }
    exclusions = order.exclusions
    for (index, request) in requests.enumerated() {
      for use in request.held where capacities[use.lock] == nil && !events.contains(use.lock) {
        holders[use.lock, default: []].append(index)
      }
    }
  }

  /// The cycles, shortest first.
  public mutating func search() -> [Cycle] {
    for index in requests.indices where holders[requests[index].wanted.lock] != nil {
      if isExhausted { break }
      start = index
      path = [index]
      extend()
    }
    searchPermits()
    return found.enumerated()
      .sorted { ($0.element.requests.count, $0.offset) < ($1.element.requests.count, $1.offset) }
      .map(\.element)
  }

  private var isExhausted: Bool { visits >= LockCycles.mostVisits || found.count >= LockCycles.mostCycles }

  private mutating func extend() {
    let last = requests[path[path.count - 1]]
    for next in holders[last.wanted.lock] ?? [] {
      visits += 1
      if isExhausted { return }
      if next == start {
        close()
      } else if next > start, path.count < LockCycles.mostTasks, isApart(next) {
        path.append(next)
        extend()
        path.removeLast()
      }
    }
  }

  /// Whether the task of a request is none of the path's, and no lock keeps it from standing there with them.
  private func isApart(_ index: Int) -> Bool {
    path.allSatisfy { areApart(requests[$0], requests[index]) }
  }

  private func areApart(_ left: LockRequest, _ right: LockRequest) -> Bool {
    if left.task == right.task { return false }
    return !left.held.contains { use in
      capacities[use.lock] == nil && right.held.contains { $0.excludes(use) }
    }
  }

  private mutating func close() {
    let members = path.map { requests[$0] }
    var crowded: LockUse?
    for (index, member) in members.enumerated() {
      let next = members[(index + 1) % members.count]
      if next.held.contains(where: { $0.excludes(member.wanted) }) { continue }
      // Two that share: only a task in between who wants to be alone makes one wait for the other.
      if crowded != nil { return }
      crowded = member.wanted
    }
    if crowded == nil, members.count == 1 { return }
    let locks = Set(members.map(\.wanted.lock))
    if kinds[locks, default: 0] >= LockCycles.mostOfOneKind { return }
    var exclusion: LockRequest?
    if let crowded {
      exclusion = exclusions.first { request in
        request.wanted.excludes(crowded)
          && members.allSatisfy { areApart($0, request) && areConcurrent($0, request) }
      }
      if exclusion == nil { return }
    }
    add(Cycle(requests: members, exclusion: exclusion), locks)
  }

  private mutating func add(_ cycle: Cycle, _ locks: Set<UInt32>) {
    for (index, left) in cycle.requests.enumerated() {
      for right in cycle.requests[..<index] where !areConcurrent(left, right) { return }
    }
    kinds[locks, default: 0] += 1
    found.append(cycle)
  }

  private func areConcurrent(_ left: LockRequest, _ right: LockRequest) -> Bool {
    left.step < right.step ? !isOrdered(left, right) : !isOrdered(right, left)
  }

  /// Tasks that hold all permits of a semaphore between them, and ask for one more each.
  private mutating func searchPermits() {
    for (lock, capacity) in capacities.sorted(by: { $0.key < $1.key }) {
      var members: [LockRequest] = []
      var taken = 0
      for request in requests where request.wanted.lock == lock && taken < capacity {
        let permits = request.held.filter { $0.lock == lock }.count
        if permits == 0 || !members.allSatisfy({ areApart($0, request) && areConcurrent($0, request) }) {
          continue
        }
        members.append(request)
        taken += permits
      }
      if taken >= capacity, members.count > 1, members.count <= LockCycles.mostTasks {
        add(Cycle(requests: members, exclusion: nil), [lock])
      }
    }
  }
}

/// Places that some tasks reach in runs that do not hang: if all of them were there at once, none could
/// continue.
public struct DeadlockPattern: Sendable, Codable, Equatable {
  /// Where one task is to be.
  public struct Place: Sendable, Codable, Equatable {
    /// The task's stable id.
    public var stableID: UInt64
    /// Before which of its requesting operations, from 0 on.
    public var ordinal: Int
    /// It asks to be alone where others share: it is in line before they ask again.
    public var goesFirst: Bool

    public init(stableID: UInt64, ordinal: Int, goesFirst: Bool = false) {
      self.stableID = stableID
      self.ordinal = ordinal
      self.goesFirst = goesFirst
    }
  }

  public var places: [Place]
  /// The same for patterns over the same locks, in every run in which those have the same stable ids.
  public var locks: UInt64

  public init(places: [Place], locks: UInt64) {
    self.places = places
    self.locks = locks
  }
}
