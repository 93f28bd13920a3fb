// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDReport

/// The hash by which browsers know a script (FIPS 180-4), for short texts.
enum SHA256 {
  private static let constants: [UInt32] = fractions(of: 64) { cubeRoot(of: $0) }
  private static let beginning: [UInt32] = fractions(of: 8) { Double($0).squareRoot() }

  static func hash(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bits >> shift))
    }
    var state = beginning
    for start in stride(from: 0, to: padded.count, by: 64) { add(padded[start..<start + 64], to: &state) }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words: [UInt32] = []
    for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
      words.append(block[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var s = state
    for index in 0..<64 {
      let first = turned(s[4], 6) ^ turned(s[4], 11) ^ turned(s[4], 25)
      let choice = (s[4] & s[5]) ^ (~s[4] & s[6])
      let added = s[7] &+ first &+ choice &+ constants[index] &+ words[index]
      let second = turned(s[0], 2) ^ turned(s[0], 13) ^ turned(s[0], 22)
      let majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2])
      s = [added &+ second &+ majority, s[0], s[1], s[2], s[3] &+ added, s[4], s[5], s[6]]
    }
    for index in state.indices { state[index] &+= s[index] }
  }

  private static func turned(_ word: UInt32, _ by: UInt32) -> UInt32 { word >> by | word << (32 - by) }

  /// The first 32 bits behind the point of a root of each of the first primes.
  private static func fractions(of count: Int, _ root: (Int) -> Double) -> [UInt32] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { prime in
      let value = root(prime)
      return UInt32((value - value.rounded(.down)) * 4_294_967_296)
    }
  }

  /// By Newton's steps: exact to more bits than are used.
  private static func cubeRoot(of number: Int) -> Double {
    let value = Double(number)
    var root = value
    for _ in 0..<64 { root -= (root * root * root - value) / (3 * root * root) }
    return root
  }
}
