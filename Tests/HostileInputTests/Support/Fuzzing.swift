// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// How much of a reader's share of all inputs is tried, from which seed; a nightly run asks for more through
/// the environment.
struct Fuzzing {
  /// What all readers together get in a plain test run.
  private static let usual = 5_000

  private static let variables = ProcessInfo.processInfo.environment

  /// Inputs of all readers together.
  private static let inputs = variables["GCDCHECK_FUZZ_INPUTS"].flatMap { Int($0) } ?? usual
  private static let seed = variables["GCDCHECK_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  /// Names the reader, and is a part of its seed.
  private let name: String
  /// Of 1,000 inputs.
  private let share: Int
  private let make: (inout Dice) -> String

  init(_ name: String, share: Int, _ make: @escaping (inout Dice) -> String) {
    self.name = name
    self.share = share
    self.make = make
  }

  /// Gives the reader its share of the inputs.
  ///
  /// Each input is in a file before the reader gets it: where the process ends, or does not end, that file is
  /// the one to look at. An input that takes long fails the test by its processor time.
  func each(_ read: (String) throws -> Void) throws {
    let last = FileManager.default.temporaryDirectory.appendingPathComponent(
      "gcdcheck-fuzz-\(name)-\(ProcessInfo.processInfo.processIdentifier)")
    let file = try #require(fopen(last.path, "w+"), "\(last.path) cannot be written")
    var dice = Dice(name: name, seed: Self.seed)
    for number in 0..<max(1, Self.inputs * share / 1_000) {
      let input = make(&dice)
      rewind(file)
      ftruncate(fileno(file), 0)
      fputs(input, file)
      fflush(file)
      let before = Self.processorSeconds()
      do {
        try read(input)
      } catch {
        Issue.record("\(name), input \(number) of seed \(Self.seed): \(error)\n\(input.prefix(4_000))")
        break
      }
      let seconds = Self.processorSeconds() - before
      guard seconds < 20 else {
        Issue.record(
          "\(name), input \(number) of seed \(Self.seed) takes \(seconds) s\n\(input.prefix(4_000))")
        break
      }
    }
    fclose(file)
    try? FileManager.default.removeItem(at: last)
  }

  /// Of this thread: a busy machine changes nothing.
  private static func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// The same numbers in every run (SplitMix64).
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(name: String, seed: UInt64) {
    state = name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  /// From 0 to below `count`.
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &self) }

  mutating func isLucky(_ one: Int) -> Bool { below(one) == 0 }

  mutating func pick<Element>(_ choices: [Element]) -> Element { choices[below(choices.count)] }
}
