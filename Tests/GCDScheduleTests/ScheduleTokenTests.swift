// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import Testing

@Suite struct ScheduleTokenTests {
  let sample = ScheduleToken(
    entropySeed: 0x0123_4567_89ab_cdef, poolWidth: 64, allowsSkew: true,
    deviations: [
      Deviation(point: 1, choice: 1), Deviation(point: 2, choice: 1), Deviation(point: 3, choice: 1),
      Deviation(point: 400, choice: 2), Deviation(point: 401, choice: 300),
    ])

  /// The printed form is part of the stable interface: this text must be readable forever.
  @Test func theTextOfATokenNeverChanges() throws {
    #expect(sample.description == "gcd1-gQHvzauJZ0UjAQGBev0CB6UCksfW")
    #expect(try ScheduleToken(parsing: sample.description) == sample)
    let plain = ScheduleToken(entropySeed: 1, poolWidth: 0, allowsSkew: false, deviations: [])
    #expect(plain.description == "gcd1-AAEAAAAAAAAA2-9H")
    var pausing = plain
    pausing.pausesAfterReleases = true
    #expect(pausing.description == "gcd1-gICAgAIBAAAAAAAAAJNNcA")
    #expect(try ScheduleToken(parsing: pausing.description) == pausing)
  }

  @Test func tokensOfAllShapesRoundTrip() throws {
    var generator = SeededGenerator(seed: 5)
    for size in [0, 1, 2, 10, 127, 128, 129, 257, 1_000] {
      for spread in [1, 2, 20, 100_000] {
        var point: UInt32 = 0
        let deviations = (0..<size).map { _ in
          point += UInt32(generator.below(spread)) + 1
          return Deviation(point: point, choice: UInt32(generator.below(spread)))
        }
        let token = ScheduleToken(
          entropySeed: generator.next(), poolWidth: generator.below(1 << 28),
          allowsSkew: generator.below(2) == 1, pausesAfterReleases: generator.below(2) == 1,
          deviations: deviations)
        #expect(try ScheduleToken(parsing: token.description) == token)
      }
    }
  }

  @Test func textIsURLSafeAndShort() {
    let text = sample.description
    #expect(text.hasPrefix(ScheduleToken.prefix))
    #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    #expect(text.count <= 34)
    let regular = ScheduleToken(
      entropySeed: 1, poolWidth: 0, allowsSkew: false,
      deviations: (1...10_000).map { Deviation(point: UInt32($0) * 2, choice: 1) })
    #expect(regular.description.count < 150)
  }

  @Test func surroundingWhiteSpaceIsIgnored() throws {
    #expect(try ScheduleToken(parsing: " \n\(sample.description)\t\n") == sample)
  }

  @Test(arguments: ["", "7", "gcd", "gcd-", "gcdx-AAAA", "910311fbadb78d81", "gcheck1-AAAA"])
  func otherTextsAreNoTokens(_ text: String) {
    #expect(throws: TokenError.notAToken) { try ScheduleToken(parsing: text) }
  }

  @Test func otherVersionsAreRefusedByName() {
    let newer = "gcd2-" + sample.description.dropFirst(5)
    #expect(throws: TokenError.otherVersion(found: "gcd2-")) { try ScheduleToken(parsing: newer) }
    #expect(throws: TokenError.otherVersion(found: "gcd01-")) { try ScheduleToken(parsing: "gcd01-AA") }
  }

  @Test func aForeignCharacterIsNamedWithItsOffset() {
    var text = sample.description
    text.replaceSubrange(
      text.index(text.startIndex, offsetBy: 8)...text.index(text.startIndex, offsetBy: 8), with: "+")
    #expect(throws: TokenError.unexpectedCharacter("+", offset: 8)) { try ScheduleToken(parsing: text) }
    #expect(throws: TokenError.unexpectedCharacter("é", offset: 7)) {
      try ScheduleToken(parsing: "  gcd1-é")
    }
  }

  @Test func everyChangedCharacterIsNoticed() {
    let text = Array(sample.description)
    for index in 5..<text.count {
      for replacement in "Ab9_" where replacement != text[index] {
        var damaged = text
        damaged[index] = replacement
        #expect(throws: TokenError.damaged) { try ScheduleToken(parsing: String(damaged)) }
      }
    }
  }

  @Test func everyCutAndEveryAdditionIsNoticed() {
    let text = sample.description
    for length in 5..<text.count {
      #expect(throws: TokenError.damaged) { try ScheduleToken(parsing: String(text.prefix(length))) }
    }
    for extra in ["A", "AA", "AAAA", "AAAAAAAA"] {
      #expect(throws: TokenError.damaged) { try ScheduleToken(parsing: text + extra) }
    }
  }

  @Test func exchangedCharactersAreNoticed() {
    var text = Array(sample.description)
    text.swapAt(9, 12)
    #expect(text != Array(sample.description))
    #expect(throws: TokenError.damaged) { try ScheduleToken(parsing: String(text)) }
  }
}
