// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDCheck
import Testing

/// Every client crash of libdispatch: told by its own words where a program can reach it, with the reason
/// where none can.
@Suite struct ClientCrashTests {
  private static let provoked = ClientCrash.table.filter { $0.provoke != nil }

  @Test(arguments: provoked)
  func isToldInTheWordsOfTheLibrary(_ crash: ClientCrash) {
    let report = expectFinding(crash.code, schedules: 20) { crash.provoke?() }
    let words = report.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // Preconditions have a sentence of their own, which names the queue.
    if crash.code != "GCD207" { #expect(words.contains(crash.message)) }
  }

  @Test func everyMessageIsProvokedOrExcused() {
    let table = ClientCrash.table
    #expect(table.count == 75)
    #expect(Set(table.map(\.message)).count == table.count)
    #expect(table.allSatisfy { ($0.provoke == nil) != ($0.absence == nil) })
    #expect(table.filter { $0.provoke != nil }.count == 34)
  }
}
