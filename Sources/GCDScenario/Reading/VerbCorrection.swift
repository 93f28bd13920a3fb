// Licensed under the Apache License, Version 2.0; see LICENSE.

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
