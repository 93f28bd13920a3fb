// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// A process of the tool's is ended at any moment: reports are whole, what was cut goes on to the same bytes,
/// and nobody is left. `.ci/kills` does it 500 times.
@Suite(.serialized) struct KillTests {
  private static let variables = ProcessInfo.processInfo.environment
  private static let kills = variables["GCDCHECK_TEST_KILLS"].flatMap(Int.init)
  private static let seed = variables["GCDCHECK_TEST_SEED"].flatMap(UInt64.init) ?? 1
  private static let isSlow = variables["GCDCHECK_SLOW_TESTS"] == "1" || kills != nil

  @Test(.enabled(if: isSlow)) func whoIsKilledTakesNothingAlong() throws {
    let (folder, parent) = (try ScratchFolder(), try ScratchFolder())
    // Packages are built where the whole number is asked for.
    let package = Self.kills == nil ? nil : try BuiltPackage()
    let bundle = package.map { package in
      let tests = ["--bundle", package.bundle, "--package-path", package.folder.url.path]
      return tests + ["--filter", "testPut|testFlush|put"]
    }
    let subjects = try KillSubject.all(in: folder, bundle: bundle)
    var moments = RandomMoments(seed: Self.seed)
    var problems: [String] = []
    let count = Self.kills ?? 16
    for (index, subject) in subjects.enumerated() {
      let temporary = try ScratchFolder(in: parent)
      let round = try KillRound(subject, in: folder, temporary: temporary)
      let share = count * (index + 1) / subjects.count - count * index / subjects.count
      var (met, tries) = (0, 0)
      while met < share, tries < 4 * share + 8 {
        let victim = subject.victims[tries % subject.victims.count]
        let signals = victim == .tool ? [SIGKILL, SIGTERM, SIGKILL, SIGINT] : [SIGKILL]
        let kill = KillRound.Kill(
          victim: victim, signal: signals[tries / subject.victims.count % signals.count],
          time: moments.next() * round.duration)
        tries += 1
        do { if try round.survives(kill) { met += 1 } } catch { problems.append("\(error)") }
        if problems.count > 20 { break }
      }
      #expect(met == share, "\(subject.name)")
      if Self.kills != nil {
        print("kills: \(subject.name): \(met) in runs of \(round.duration) s: \(round.figures)")
      }
    }
    #expect(problems.isEmpty, "\(problems.count) of \(count): \(problems.joined(separator: "\n"))")
  }
}

/// Parts of a time, the same ones for the same seed.
private struct RandomMoments {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// From 0 to 1.
  mutating func next() -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
  }
}
