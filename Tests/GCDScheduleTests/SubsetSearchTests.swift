// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDSchedule
import Testing

@Suite struct SubsetSearchTests {
  /// Searches for what is needed of 0 ..< `count`; returns the result and the number of questions.
  private func search(_ count: Int, _ holds: ([Int]) -> Bool) -> (kept: [Int], questions: Int) {
    var search = SubsetSearch(Array(0..<count))
    var questions = 0
    while let subset = search.next() {
      questions += 1
      search.answer(holds(subset))
    }
    return (search.kept, questions)
  }

  @Test(arguments: [[], [0], [99], [3, 50], [0, 1, 2], [10, 40, 70, 99]])
  func findsExactlyWhatIsNeeded(_ needed: [Int]) {
    let (kept, questions) = search(100) { subset in needed.allSatisfy(subset.contains) }
    #expect(kept == needed)
    #expect(questions <= 100)
  }

  @Test func findsThreeOfAThousandInFewQuestions() {
    let (kept, questions) = search(1_000) { subset in [17, 500, 998].allSatisfy(subset.contains) }
    #expect(kept == [17, 500, 998])
    #expect(questions <= 120, "\(questions)")
  }

  /// Holds only for certain sizes: no property that removing more keeps. What is left can still not lose one.
  @Test func endsWithASetThatCanLoseNoMember() {
    let holds: ([Int]) -> Bool = { subset in subset.contains(5) && subset.count % 3 == 1 && subset.count > 3 }
    let (kept, _) = search(40, holds)
    #expect(holds(kept))
    for index in kept.indices {
      var smaller = kept
      smaller.remove(at: index)
      #expect(!holds(smaller))
    }
  }

  @Test func asksNothingTwice() {
    var asked: Set<[Int]> = []
    _ = search(64) { subset in
      #expect(asked.insert(subset).inserted)
      return subset.contains(1) && subset.contains(62)
    }
  }

  /// What the run did not come to is dropped without a question of its own.
  @Test func takesWhatMattered() {
    var search = SubsetSearch(Array(0..<100))
    var questions = 0
    while let subset = search.next() {
      questions += 1
      let holds = subset.contains(7)
      search.answer(holds, made: holds ? subset.filter { $0 < 10 } : nil)
    }
    #expect(search.kept == [7])
    #expect(questions <= 10)
  }
}
