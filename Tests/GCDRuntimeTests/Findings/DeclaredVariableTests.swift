// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDRuntime
import Testing

/// What the line that makes an object stores it in.
struct DeclaredVariableTests {
  /// A line, with `^` before the call that makes the object; without it the column is not known.
  static let lines: [(line: String, name: String?)] = [
    ("let gate = ^DispatchSemaphore(value: 0)", "gate"),
    ("  private let lock: NSLock = ^NSLock()", "lock"),
    ("  lazy var uploads = { ^DispatchGroup() }()", "uploads"),
    ("    self.done = ^DispatchSemaphore(value: 0)", "done"),
    ("    done = ^DispatchSemaphore(value: 0)", "done"),
    ("    let forks = (0..<5).map { _ in ^DispatchSemaphore(value: 1) }", "forks"),
    ("    gates[key] = ^DispatchSemaphore(value: 0)", "gates"),
    ("    gates[a == b ? 0 : 1] = ^DispatchSemaphore(value: 0)", "gates"),
    ("    let a = NSLock(); let b = ^NSLock()", "b"),
    ("    let a = NSLock(); use(^NSLock())", nil),
    ("  init(lock: NSLock = ^NSLock()) {", "lock"),
    ("    case .first: self.lock = ^NSLock()", "lock"),
    ("let a = NSLock(), b = ^NSLock()", "b"),
    ("let a = ^NSLock(), b = NSLock()", "a"),
    ("let a = NSLock(), b = NSLock()", nil),
    ("let all = [1: NSLock(), 2: ^NSLock()]", "all"),
    ("let names = [\"a\", \"b\"], gate = ^DispatchSemaphore(value: 0)", "gate"),
    ("    let `default` = ^NSLock()", "default"),
    ("    if let v = m.^withLock({ $0 }) { return v }", "m"),
    ("    self.state.^withLock { $0 += 1 }", "state"),
    ("    let old = locks[key].^withLockIfAvailable { $0 }", "locks"),
    ("    let old = lock(of: key).^withLock { $0 }", nil),
    ("    _ = ^NSLock()", nil),
    ("    let cache = Cache(lock: ^NSLock())", nil),
    ("    let (a, b) = (^NSLock(), NSLock())", nil),
    ("    if lock == ^NSLock() {", nil),
    ("    return ^DispatchSemaphore(value: 0)", nil),
    ("    outlet = ^DispatchQueue.global()", "outlet"),
    ("    let outlet = DispatchQueue(", "outlet"),
    ("  dispatch_semaphore_t done = dispatch_semaphore_create(0);", "done"),
    ("  static dispatch_queue_t *queue = dispatch_queue_create(0, 0);", "queue"),
    ("  self->done = ^dispatch_semaphore_create(0);", "done"),
    ("  pthread_mutex_init(&queue->lock, NULL);", "lock"),
    ("  int result = ^pthread_mutex_init(&locks[i], NULL);", "locks"),
    ("  pthread_mutex_init(&locks[i], NULL);", "locks"),
    ("  sem_init(&slots, 0, 4);", "slots"),
    ("  pthread_mutex_init(lock, NULL);", nil),
    ("", nil),
  ]

  @Test(arguments: lines.indices) func isRead(_ index: Int) {
    let (marked, name) = Self.lines[index]
    let column = marked.firstIndex(of: "^").map { marked.utf8.distance(from: marked.startIndex, to: $0) + 1 }
    let line = marked.filter { $0 != "^" }
    #expect(DeclaredVariable.name(in: line, column: column ?? 0) == name, "\(marked)")
  }

  @Test func aColumnBeyondTheLine() {
    #expect(DeclaredVariable.name(in: "let a = b", column: 400) == "a")
  }
}
#endif
