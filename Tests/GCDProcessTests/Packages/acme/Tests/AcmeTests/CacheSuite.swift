// Licensed under the Apache License, Version 2.0; see LICENSE.
import Acme
import Dispatch
import Testing

@Suite struct CacheSuite {
  @Test func put() {
    let cache = Cache()
    cache.put("a", 1)
    #expect(cache.get("a") == 1)
  }

  @Test func flushWhileGet() {
    let cache = Cache()
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { _ = cache.get("a") }
    DispatchQueue.global().async(group: group) { cache.flush() }
    group.wait()
  }

  @Test func isEarly() {
    var isReady = false
    let queue = DispatchQueue(label: "com.acme.later")
    let done = DispatchGroup()
    queue.async(group: done) { isReady = true }
    DispatchQueue.global().async(group: done) { #expect(isReady) }
    done.wait()
  }

  @Test(arguments: [1, 2]) func each(_ number: Int) { #expect(number < 3) }

  @Test("a name with (brackets)") func named() { #expect(Cache().get("b") == nil) }

  private static let shared = Cache()

  /// Its cases run beside each other.
  @Test(arguments: [1, 2]) func caseAgainstCase(_ number: Int) {
    if number == 1 { _ = CacheSuite.shared.get("a") } else { CacheSuite.shared.flush() }
  }

  @Test func putTwice() {
    let cache = Cache()
    let group = DispatchGroup()
    for number in 1...2 { DispatchQueue.global().async(group: group) { cache.put("a", number) } }
    group.wait()
    #expect(cache.get("a") != nil)
  }
}

@Test func free() { #expect(Cache().get("c") == nil) }
