// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDModel
import GCDReport
import GCDVocabulary

/// GCD401: what ThreadSanitizer saw.
extension FindingBuilder {
  func dataRaces() -> [Finding] {
    var seen: Set<UInt64> = []
    return races.filter { seen.insert($0.fingerprint).inserted && concernsUser($0) }.map { race in
      let evidence = DataRace(
        zip(0..., race.accesses).map { access($1, frees: race.isUseAfterFree && $0 == 1) },
        on: race.location == Int32(GCDC_RACE_GLOBAL) ? naming.global(at: race.address) : nil,
        in: memory(race))
      var result = finding(.dataRace(evidence), at: evidence.accesses.lazy.compactMap(\.location).first)
      if racesAreEarlier || evidence.accesses.contains(where: { $0.participant == DataRace.outside }) {
        result.context.verdict = .potential
      }
      return result
    }
  }

  private func access(_ access: RecordedRace.Access, frees: Bool) -> DataRace.Access {
    let action: DataRace.Action =
      frees
      ? .frees
      : access.isAtomic
        ? (access.writes ? .writesAtomically : .readsAtomically) : (access.writes ? .writes : .reads)
    return DataRace.Access(
      by: access.task == .none ? DataRace.outside : naming.participant(access.task), action,
      // Swift announces an access to a whole variable as one to its first byte.
      size: frees || access.size == 1 ? 0 : access.size, stack: naming.symbolize(access: access.stack),
      submission: naming.submission(access.task))
  }

  private func memory(_ race: RecordedRace) -> DataRace.Memory {
    let participant = race.locationTask == .none ? DataRace.outside : naming.participant(race.locationTask)
    switch Int(race.location) {
    case GCDC_RACE_HEAP:
      return .heap(bytes: race.locationSize, by: participant, stack: naming.symbolize(race.locationStack))
    case GCDC_RACE_GLOBAL: return .global
    case GCDC_RACE_STACK: return .stack(of: participant)
    default: return .unknown
    }
  }

  /// An access of our own code, which sees to its order in its own way, is no concern of the user's.
  private func concernsUser(_ race: RecordedRace) -> Bool {
    race.accesses.allSatisfy { access in
      let frames = Symbolizer.shared.frames(for: access.stack).joined()
      guard let first = frames.first(where: { $0.isUserCode || $0.isOurs }) else {
        return access.stack.isEmpty
      }
      return first.isUserCode
    }
  }
}
#endif
