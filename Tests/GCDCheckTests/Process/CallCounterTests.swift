// Licensed under the Apache License, Version 2.0; see LICENSE.
import Testing

@testable import GCDCheck

@Suite struct CallCounterTests {
  @Test func theRunsOfOneTestAreNumbered() {
    let counter = CallCounter()
    #expect(counter.nextID(of: "A.B/c") == "A.B/c")
    #expect(counter.nextID(of: "A.B/c") == "A.B/c#2")
    #expect(counter.nextID(of: "A.B/d") == "A.B/d")
    counter.forget("A.B/c")
    #expect(counter.nextID(of: "A.B/c") == "A.B/c")
  }
}
