// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How much a finding weighs: an error fails the test, a warning is shown, a note only explains.
public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
  /// Only explains another one.
  case note = "note"
  /// Is shown, and fails nothing.
  case warning = "warning"
  /// Fails the test.
  case error = "error"

  /// A note weighs less than a warning, a warning less than an error.
  public static func < (left: Severity, right: Severity) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// The stable name of a class of findings; a code never changes its meaning.
///
/// Raw values are what users read and write ("GCD102"). Codes are listed in the order of their numbers.
public enum FindingCode: String, Sendable, Codable, CaseIterable, Hashable {
  /// GCD101: `sync` onto a queue that the caller already holds.
  case syncOnOwnQueue = "GCD101"
  /// GCD102: Threads, queues or locks wait for each other in a circle.
  case waitCycle = "GCD102"
  /// GCD103: A semaphore wait that nothing left can signal.
  case semaphoreNeverSignaled = "GCD103"
  /// GCD104: A group that can never become empty.
  case groupNeverEmpty = "GCD104"
  /// GCD105: Another wait that nothing left can end.
  case waitNeverSatisfied = "GCD105"
  /// GCD106: The thread pool is exhausted, and what would free it is queued.
  case poolExhausted = "GCD106"
  /// GCD107: An `await` that nothing can end.
  case taskNeverFinishes = "GCD107"
  /// GCD108: A task is resumed under a lock or queue that its cancellation handler wants.
  case resumeUnderLock = "GCD108"
  /// GCD201: A group is left more often than it was entered.
  case unbalancedLeave = "GCD201"
  /// GCD202: An object is resumed more often than it was suspended.
  case overResume = "GCD202"
  /// GCD203: The last release of a suspended or inactive object.
  case releasedWhileSuspended = "GCD203"
  /// GCD204: A semaphore is freed below its initial value.
  case semaphoreFreedTooLow = "GCD204"
  /// GCD205: An object is left suspended, inactive or entered, with work behind it.
  case leftSuspended = "GCD205"
  /// GCD206: Another misuse that ends a real process.
  case misuse = "GCD206"
  /// GCD207: A `dispatchPrecondition` fails under this schedule.
  case preconditionFailed = "GCD207"
  /// GCD208: A source was dropped while it runs.
  case sourceDropped = "GCD208"
  /// GCD209: A continuation is resumed twice.
  case continuationResumedTwice = "GCD209"
  /// GCD210: A stream gets a second consumer.
  case secondConsumer = "GCD210"
  /// GCD301: Locks are taken in opposite orders; reported when a run hangs by it.
  case lockOrderInversion = "GCD301"
  /// GCD303: A barrier on a global queue, which has no effect.
  case barrierOnGlobalQueue = "GCD303"
  /// GCD304: A lock is held across a suspension.
  case lockAcrossSuspension = "GCD304"
  /// GCD401: A data race, in a build with ThreadSanitizer.
  case dataRace = "GCD401"
  /// GCD402: Threads go round without getting on.
  case livelock = "GCD402"
  /// GCD501: The test itself failed under this schedule.
  case testFailed = "GCD501"
  /// GCD901: The run does not repeat.
  case notDeterministic = "GCD901"
  /// GCD902: A thread outside the run took part in it.
  case uncontrolled = "GCD902"

  /// The words for the code, for use wherever a code is accepted ("wait-cycle").
  public var slug: String {
    switch self {
    case .syncOnOwnQueue: "sync-on-own-queue"
    case .waitCycle: "wait-cycle"
    case .semaphoreNeverSignaled: "semaphore-never-signaled"
    case .groupNeverEmpty: "group-never-empty"
    case .waitNeverSatisfied: "wait-never-satisfied"
    case .poolExhausted: "pool-exhausted"
    case .taskNeverFinishes: "task-never-finishes"
    case .resumeUnderLock: "resume-under-lock"
    case .unbalancedLeave: "unbalanced-leave"
    case .overResume: "over-resume"
    case .releasedWhileSuspended: "released-while-suspended"
    case .semaphoreFreedTooLow: "semaphore-freed-too-low"
    case .leftSuspended: "left-suspended"
    case .misuse: "misuse"
    case .preconditionFailed: "precondition-failed"
    case .sourceDropped: "source-dropped"
    case .continuationResumedTwice: "continuation-resumed-twice"
    case .secondConsumer: "second-consumer"
    case .lockOrderInversion: "lock-order-inversion"
    case .barrierOnGlobalQueue: "barrier-on-global-queue"
    case .lockAcrossSuspension: "lock-across-suspension"
    case .dataRace: "data-race"
    case .livelock: "livelock"
    case .testFailed: "test-failed"
    case .notDeterministic: "not-deterministic"
    case .uncontrolled: "uncontrolled"
    }
  }

  /// What the code means, as the heading of its page and of lists.
  public var title: String {
    switch self {
    case .syncOnOwnQueue: "sync onto a queue that the caller already holds"
    case .waitCycle: "threads wait for each other in a circle"
    case .semaphoreNeverSignaled: "semaphore wait that nothing left can signal"
    case .groupNeverEmpty: "group that can never become empty"
    case .waitNeverSatisfied: "wait that nothing left can satisfy"
    case .poolExhausted: "all workers wait for blocks that are still queued"
    case .taskNeverFinishes: "continuation or task that can never finish"
    case .resumeUnderLock: "task resumed under a lock that its cancellation handler wants"
    case .unbalancedLeave: "group left more often than it was entered"
    case .overResume: "object resumed more often than it was suspended"
    case .releasedWhileSuspended: "suspended or inactive object dropped"
    case .semaphoreFreedTooLow: "semaphore freed below the value it was created with"
    case .leftSuspended: "object left suspended, inactive or entered at the end"
    case .misuse: "a call that libdispatch answers by ending the process"
    case .preconditionFailed: "code ran on a queue that it must not run on"
    case .sourceDropped: "source dropped while it runs"
    case .continuationResumedTwice: "continuation resumed twice"
    case .secondConsumer: "second consumer of a stream"
    case .lockOrderInversion: "locks taken in opposite orders"
    case .barrierOnGlobalQueue: "barrier on a global queue has no effect"
    case .lockAcrossSuspension: "lock held across a suspension"
    case .dataRace: "two accesses to the same memory without order"
    case .livelock: "threads run forever without making progress"
    case .testFailed: "the test itself failed under this schedule"
    case .notDeterministic: "the run does not repeat"
    case .uncontrolled: "a thread outside the run touched it"
    }
  }

  /// The severity when nothing in the evidence says otherwise.
  public var defaultSeverity: Severity {
    switch self {
    case .leftSuspended, .sourceDropped, .lockOrderInversion, .barrierOnGlobalQueue, .lockAcrossSuspension,
      .uncontrolled:
      .warning
    default: .error
    }
  }

  /// Reads a code ("GCD102", "gcd102", "102") or a slug ("wait-cycle"); nil for anything else.
  public init?(codeOrSlug text: String) {
    let wanted = text.lowercased()
    let found = FindingCode.allCases.first { code in
      let name = code.rawValue.lowercased()
      return wanted == name || wanted == name.dropFirst(3) || wanted == code.slug
    }
    guard let found else { return nil }
    self = found
  }
}
