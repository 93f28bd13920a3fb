// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule
import Testing

@testable import gcdcheck

/// Corpora as they are put together, written and read.
@Suite struct CorpusContentTests {
  /// Tokens of different lengths.
  private static let tokens = (0..<40).map { number in
    ScheduleToken(
      entropySeed: UInt64(number), poolWidth: 0, allowsSkew: false,
      deviations: (0..<number % 4).map { Deviation(point: $0 * 3 + 1, choice: 1) }
    ).description
  }

  private func drawn(_ generator: inout SeededGenerator, orders: Int = 12) -> CorpusContent {
    var content = CorpusContent()
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      var program = ProgramCoverage()
      program.generation = Int.random(in: 0...10, using: &generator)
      func fill(_ map: inout [UInt64: String], _ most: Int) {
        for _ in 0..<Int.random(in: 0...most, using: &generator) {
          map[UInt64.random(in: 1...UInt64(3 * most), using: &generator)] =
            Self.tokens.randomElement(using: &generator)
        }
      }
      fill(&program.orders, orders)
      fill(&program.conflictPairs, 6)
      fill(&program.failures, 2)
      program.tried = [UInt64.random(in: 0...5, using: &generator)]
      let from = Int.random(in: 1...300, using: &generator)
      var numbers = ScheduleNumbers()
      numbers.insert(from..<from + 50)
      let seed = UInt64.random(in: 1...2, using: &generator)
      program.explored[.init(seed: seed, strategy: "auto")] = numbers
      let checks = numbers.ranges.joined().map { ($0, UInt64($0 * 3)) }
      program.checks[.init(seed: seed, strategy: "auto")] = CorpusYield.kept(
        Dictionary(uniqueKeysWithValues: checks))
      program.thinOut()
      let test = ["A.b", "A.c"].randomElement(using: &generator)!
      content.tests[test, default: [:]][UInt64.random(in: 1...3, using: &generator)] = program
    }
    // As every file is that was read.
    return CorpusContent(content.text)
  }

  private func union(_ contents: CorpusContent...) -> CorpusContent {
    var result = contents[0]
    for content in contents.dropFirst() { result.formUnion(content) }
    return result
  }

  @Test(arguments: [12, 1_500]) func unionsAreTheSameInWhateverOrder(orders: Int) {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<(orders > 100 ? 5 : 100) {
      let (one, two, three) = (
        drawn(&generator, orders: orders), drawn(&generator, orders: orders),
        drawn(&generator, orders: orders)
      )
      #expect(union(one, two) == union(two, one))
      #expect(union(union(one, two), three) == union(one, union(two, three)))
      #expect(union(one, one) == one)
      #expect(union(one, two, one, two) == union(one, two))
      #expect(union(one, two, three).text == union(three, one, two).text)
    }
  }

  @Test func whatIsWrittenIsRead() {
    var generator = SeededGenerator(seed: 22)
    for _ in 0..<50 {
      let content = drawn(&generator)
      var problems: [CorpusContent.Problem] = []
      #expect(CorpusContent(content.text) { problems.append($0) } == content)
      #expect(problems.isEmpty)
    }
  }

  /// The partial orders and pairs of a union are those of its parts, by schedules that are needed.
  @Test func aUnionCoversWhatItsPartsCover() throws {
    var generator = SeededGenerator(seed: 23)
    for _ in 0..<50 {
      let (one, two) = (drawn(&generator), drawn(&generator))
      let both = union(one, two)
      for (test, programs) in both.tests {
        for (program, coverage) in programs {
          let parts = [one, two].compactMap { $0.tests[test]?[program] }
          #expect(Set(coverage.orders.keys) == parts.reduce(into: Set()) { $0.formUnion($1.orders.keys) })
          for (order, token) in coverage.orders {
            #expect(parts.compactMap { $0.orders[order] }.min(by: ProgramCoverage.isLess) == token)
          }
        }
      }
    }
  }

  @Test func manyPartialOrdersAreSampled() {
    var program = ProgramCoverage()
    for order in 1...5_000 { program.orders[UInt64(order)] = Self.tokens[order % 40] }
    program.thinOut()
    #expect(program.level > 0 && program.orders.count <= ProgramCoverage.mostOrders)
    #expect(program.orders.count > ProgramCoverage.mostOrders / 4)
    #expect((1...5_000).allSatisfy { program.isKept(UInt64($0)) == (program.orders[UInt64($0)] != nil) })
  }

  @Test func aHalfLineIsLeftOutAlone() throws {
    var generator = SeededGenerator(seed: 24)
    let whole = drawn(&generator).text
    let lines = whole.split(separator: "\n")
    try #require(lines.count > 2)
    let cut = String(whole.dropLast(20))
    var problems: [CorpusContent.Problem] = []
    let content = CorpusContent(cut) { problems.append($0) }
    #expect(problems == [.init(line: lines.count, reason: "it is damaged")])
    #expect(content == CorpusContent(lines.dropLast().map { $0 + "\n" }.joined()))
  }

  /// A number that is wrong would leave out schedules that were never run.
  @Test func aLineThatIsNotAsItWasWrittenIsLeftOut() throws {
    var program = ProgramCoverage()
    program.explored[.init(seed: 7, strategy: "auto")] = ScheduleNumbers("2-200")
    var content = CorpusContent()
    content.tests["A.b"] = [5: program]
    let text = content.text.replacing("2-200", with: "2-900")
    try #require(text != content.text)
    var problems: [CorpusContent.Problem] = []
    let read = CorpusContent(text) { problems.append($0) }
    #expect(problems.map(\.reason) == ["it is damaged"])
    #expect(read.tests["A.b"]?[5]?.explored == [:])
  }

  @Test func linesOfNewerVersionsStay() {
    let newer = #"{"format":2,"tool":"9.0","more":1}"#
    var problems: [CorpusContent.Problem] = []
    var content = CorpusContent(newer + "\n") { problems.append($0) }
    #expect(problems == [.init(line: 1, reason: "it was written by gcdcheck 9.0, which is newer")])
    content.formUnion(CorpusContent())
    #expect(content.text == newer + "\n")
  }

  @Test func programsOfLongAgoAreDropped() {
    var content = CorpusContent()
    for generation in 0..<20 {
      var program = ProgramCoverage()
      program.generation = generation
      var addition = CorpusContent()
      addition.tests["A.b"] = [UInt64(generation): program]
      content.formUnion(addition)
    }
    // Not by a union, which would then not be the same in whatever order.
    #expect(content.tests["A.b"]?.count == 20)
    content.dropOldPrograms(of: "A.b")
    #expect(content.tests["A.b"]?.keys.min() == UInt64(20 - CorpusContent.mostGenerations))
  }
}
