// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The operations of the format. A step has exactly one of them as a key; its other keys are options.
enum Verb: String, CaseIterable, Sendable {
  // With a block
  case async, sync, after, apply, once, notify, `repeat`, either, `if`
  // Without
  case enter, leave, signal, wait, suspend, resume, activate, cancel, drop, perform, retarget
  case sleep, print, set, add, read, assert
  case mustBeOn = "must-be-on"
  case mustNotBeOn = "must-not-be-on"

  /// The keys that a step may have next to the verb.
  enum Option: String, CaseIterable, Sendable {
    case `do`, barrier, group, qos, queue, wall, timeout, to, `as`, `else`, message
    case andWait = "and-wait"
    case inTime = "in-time"
    case timedOut = "timed-out"
  }

  var options: [Option] {
    switch self {
    case .async: [.do, .barrier, .group, .andWait, .qos]
    case .sync: [.do, .barrier]
    case .after: [.do, .queue, .barrier, .qos, .wall]
    case .apply, .once, .repeat: [.do]
    case .notify: [.do, .queue, .qos]
    case .if: [.do, .else]
    case .wait: [.timeout, .wall, .inTime, .timedOut]
    case .retarget, .set, .add: [.to]
    case .read: [.as]
    case .assert: [.message]
    case .mustBeOn: [.barrier]
    case .either, .enter, .leave, .signal, .suspend, .resume, .activate, .cancel, .drop, .perform, .sleep,
      .print,
      .mustNotBeOn:
      []
    }
  }

  /// An option without which the verb means nothing.
  var required: [Option] {
    switch self {
    case .async, .sync, .after, .apply, .once, .notify, .repeat, .if: [.do]
    case .retarget, .set, .add: [.to]
    case .read: [.as]
    default: []
    }
  }

  /// One way to write the verb, for messages.
  var example: String {
    switch self {
    case .async, .sync: "\(rawValue): cache"
    case .after: "after: 2s"
    case .apply, .repeat: "\(rawValue): 10"
    case .once: "once: setup"
    case .notify, .enter, .leave, .wait: "\(rawValue): loading"
    case .either: "either:"
    case .if: "if: total == 6"
    case .signal: "signal: replied"
    case .suspend, .resume, .activate, .drop, .retarget, .mustBeOn, .mustNotBeOn: "\(rawValue): cache"
    case .cancel: "cancel: tick"
    case .perform: "perform: job"
    case .sleep: "sleep: 2s"
    case .print: "print: done"
    case .set, .read: "\(rawValue): total"
    case .add: "add: 1"
    case .assert: "assert: total == 6"
    }
  }
}

/// The verb that does to one kind of object what another verb does to the kind it is for.
enum VerbCorrection {
  static func correct(_ verb: String, for kind: SymbolKind) -> String? {
    switch (verb, kind) {
    case ("signal", .group): "leave"
    case ("leave", .semaphore): "signal"
    case ("enter", .semaphore): "wait"
    case ("enter", .queue), ("wait", .queue): "sync"
    case ("async", .item), ("sync", .item): "perform"
    case ("async", .once), ("sync", .once): "once"
    case ("set", .semaphore), ("add", .semaphore): "signal"
    case ("suspend", .item): "cancel"
    default: nil
    }
  }
}
