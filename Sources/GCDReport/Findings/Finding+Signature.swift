// Licensed under the Apache License, Version 2.0; see LICENSE.

extension Finding {
  /// Equal for findings that are the same defect met in different schedules: code, objects, functions.
  ///
  /// Without line numbers where names are known, so that an alert survives edits above it. Order of
  /// participants and of the edges of a cycle does not count: a cycle may be entered at any of its members.
  public var signature: String {
    let functions = participants.map { participant in
      let frames = participant.stack.filter { $0.isUserCode && !$0.function.isEmpty }
      return frames.prefix(3).map(\.function).joined(separator: " < ")
    }
    var parts = Set(functions.filter { !$0.isEmpty })
    for object in kind.objects { parts.insert(object.identity) }
    if case .dataRace(let race) = kind { return ([code] + race.sites).joined(separator: " | ") }
    if parts.isEmpty, let location = failedAt ?? location { parts.insert(location.full()) }
    return ([code] + parts.sorted()).joined(separator: " | ")
  }

  /// Where a check failed whose cause is elsewhere: that place is the same whatever is known of the cause.
  private var failedAt: CodeLocation? {
    if case .testFailed(let failure) = kind { failure.location } else { nil }
  }
}

extension ObjectName {
  /// What stays the same for an object from run to run: sort, label, place of creation.
  var identity: String {
    let place = createdIn ?? created?.short
    return [type.rawValue, label ?? "", place ?? "#\(ordinal)"].joined(separator: ":")
  }
}
