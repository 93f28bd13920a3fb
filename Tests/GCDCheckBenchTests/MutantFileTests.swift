// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@testable import gcdcheck_bench

/// The format of the mutants, and the mutants of this package.
@Suite struct MutantFileTests {
  private let program = """
    lock.lock()
    count += 1
    lock.unlock()
    lock.lock()
    count = 0
    lock.unlock()
    """

  private func mutants(_ text: String) throws -> [Mutant] { try MutantFile(text, file: "A.mutants").mutants }

  private func applied(_ text: String) throws -> (text: String, guilty: [Int]) {
    try #require(try mutants(text).first).applied(to: program, file: "A.mutants")
  }

  private func failure(_ text: String) -> String? {
    do {
      _ = try applied(text)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func editsReplaceAndLeaveOut() throws {
    let result = try applied(
      """
      # twice
      mutant adds-two
      - count += 1
      - lock.unlock()
      + count += 2
      - count = 0
      ! count += 2
      ! count += 2 => lock.lock()

      mutant another
      - count = 0
      + count = 1
      ! count = 1
      """)
    #expect(result.text == "lock.lock()\ncount += 2\nlock.lock()\n\nlock.unlock()")
    #expect(result.guilty == [2, 3])
  }

  @Test func aPlaceFollowsAnother() throws {
    let place = TextPlace("count += 1 => lock.lock()")
    #expect(try place.line(in: program) == 4)
    #expect(throws: TextPlace.Failure.self) { try TextPlace("lock.lock()").range(in: program) }
    #expect(throws: TextPlace.Failure.self) { try TextPlace("count = 0 => count").range(in: program) }
  }

  @Test func errorsSayWhereTheyAre() {
    func expect(_ text: String, _ place: Int, _ words: String) {
      let said = failure(text) ?? "nothing"
      #expect(said.hasPrefix("A.mutants:\(place): error: ") && said.contains(words), "\(said)")
    }
    expect("- a", 1, "begins with: mutant NAME")
    expect("mutant Bad Name\n- a\n! b", 1, "small letters")
    expect("mutant a\n! b", 1, "no edit")
    expect("\nmutant a\n- count = 0", 2, "no guilty line")
    expect("mutant a\n+ b", 2, "follows the text")
    expect("mutant a\n- count = 0\n! b\n- c", 4, "behind a guilty line")
    expect("mutant a\n- count = 0\n!", 3, "without a text")
    expect("mutant a\n*", 2, "neither")
    expect("mutant a\n- count = 0\n! lock.lock()", 3, "occurs 2 times")
    expect("mutant a\n- none\n! count = 0", 2, "occurs 0 times")
    expect("mutant a\n- count = 0\n! count += 1\nmutant a", 4, "a second mutant")
  }

  @Test func everyMutantCanBeMade() throws {
    let programs = try BlameProgram.all()
    #expect(programs.count >= 40)
    #expect(programs.allSatisfy { $0.mutants.count >= 6 })
    let cases = try programs.flatMap { try $0.cases() }
    #expect(cases.count >= 250)
    // No two of them are the same program.
    #expect(Set(cases.map(\.contentHash)).count == cases.count)
    let clean = Set(programs.map(\.clean.contentHash))
    #expect(cases.allSatisfy { !clean.contains($0.contentHash) })
  }
}
