// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation
import Testing

@testable import GCDCheck

/// Between a look at a value that Foundation keeps for all threads and its change, others may change it.
@Suite struct StoredValueTests {
  private func addsTwice(_ add: @escaping @Sendable (UserDefaults) -> Void) {
    let store = UserDefaults.standard
    store.set(0, forKey: "visits")
    DispatchQueue.concurrentPerform(iterations: 2) { _ in add(.standard) }
    #expect(store.integer(forKey: "visits") == 2)
  }

  @Test func anUpdateOfDefaultsIsLost() throws {
    func body() { addsTwice { $0.set($0.integer(forKey: "visits") + 1, forKey: "visits") } }
    let found = exploreSchedules(schedules: 100, seed: 1, body)
    let first = try #require(found.findings.first)
    #expect(first.code == "GCD501")
    #expect(first.report.contains("sets variable \"UserDefaults\""), "\(first.report)")
    let again = exploreSchedules(replaying: first.schedule, body)
    #expect(again.findings.first?.kind == first.kind && again.findings.first?.steps == first.steps)
  }

  @Test func anUpdateInOneSectionIsNot() {
    let found = exploreSchedules(schedules: 100, seed: 1) {
      let lock = NSLock()
      addsTwice { store in
        lock.withLock { store.set(store.integer(forKey: "visits") + 1, forKey: "visits") }
      }
    }
    #expect(found.findings.isEmpty, "\(found.findings.first?.report ?? "")")
  }

  /// Each method, with what it takes and returns: nothing is lost on the way through ours.
  @Test func allMethodsAreTheLibrarys() {
    let found = exploreSchedules(schedules: 4, seed: 1) {
      let store = UserDefaults.standard
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.global().async { done.signal() }
      store.set(1.5, forKey: "double")
      store.set(Float(2.5), forKey: "float")
      store.set(true, forKey: "truth")
      store.set(7, forKey: "integer")
      store.set(URL(fileURLWithPath: "/tmp"), forKey: "url")
      store.set("text", forKey: "string")
      store.set(["a", "b"], forKey: "strings")
      store.set(Data([1, 2]), forKey: "data")
      store.set(["key": 3], forKey: "dictionary")
      #expect(store.double(forKey: "double") == 1.5)
      #expect(store.float(forKey: "float") == 2.5)
      #expect(store.bool(forKey: "truth"))
      #expect(store.integer(forKey: "integer") == 7)
      #expect(store.url(forKey: "url")?.path == "/tmp")
      #expect(store.string(forKey: "string") == "text")
      #expect(store.stringArray(forKey: "strings") == ["a", "b"])
      #expect(store.array(forKey: "strings")?.count == 2)
      #expect(store.data(forKey: "data") == Data([1, 2]))
      #expect(store.dictionary(forKey: "dictionary")?["key"] as? Int == 3)
      #expect(store.object(forKey: "integer") as? Int == 7)
      store.removeObject(forKey: "integer")
      #expect(store.object(forKey: "integer") == nil)
      store.register(defaults: ["registered": 4])
      #expect(store.dictionaryRepresentation()["registered"] as? Int == 4)
      done.wait()
    }
    #expect(found.findings.isEmpty, "\(found.findings.first?.report ?? "")")
  }
}
