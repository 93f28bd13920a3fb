// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Glibc
import Synchronization

enum Entry: UInt32 {
  case blockBegins
  case blockEnds
  case actBegins
  case actEnds
}

private let capacity = 4096
private let unwritten = UInt32.max

/// The order of everything that happens, by one atomic counter; shared by all threads of a run.
final class Journal: @unchecked Sendable {
  // Each slot is written once per run, by the thread that drew its number; it is read when all threads
  // are done, asleep or the process is about to end.
  private let entries = UnsafeMutablePointer<UInt32>.allocate(capacity: capacity)
  private let used = Atomic<Int>(0)
  private let open = Atomic<Int>(0)
  private let isReported = Atomic<Bool>(false)
  private let finished = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() {
    sem_init(finished, 0, 0)
    entries.initialize(repeating: unwritten, count: capacity)
  }

  func start() {
    entries.update(repeating: unwritten, count: min(count, capacity))
    used.store(0, ordering: .sequentiallyConsistent)
    open.store(0, ordering: .sequentiallyConsistent)
  }

  var count: Int { used.load(ordering: .sequentiallyConsistent) }

  func note(_ entry: Entry, _ block: Int, _ act: Int) {
    let slot = used.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue
    entries[slot] = entry.rawValue << 16 | UInt32(block) << 8 | UInt32(act)
  }

  /// One more block that has to end.
  func submitted() { open.wrappingAdd(1, ordering: .sequentiallyConsistent) }

  func ended() {
    if open.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue == 0 { sem_post(finished) }
  }

  /// Whether the last block ended within the time.
  func waitForEnd(milliseconds: Int) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_nsec += milliseconds * 1_000_000
    if deadline.tv_nsec >= 1_000_000_000 {
      deadline.tv_nsec -= 1_000_000_000
      deadline.tv_sec += 1
    }
    return sem_timedwait(finished, &deadline) == 0
  }

  /// Whether this thread is the first to tell how the run ended badly; all others have to keep still.
  func mayTellTheEnd() -> Bool { !isReported.exchange(true, ordering: .sequentiallyConsistent) }

  /// Prints `outcome`, then one number per entry.
  func print(_ outcome: String) {
    var line = outcome
    for index in 0..<count {
      // A slot may have been drawn and not yet written.
      var externalTimeout = 1_000
      while entries[index] == unwritten && externalTimeout > 0 {
        sched_yield()
        externalTimeout -= 1
      }
      if entries[index] == unwritten { break }
      line += " \(entries[index])"
    }
    line += "\n"
    var bytes = Array(line.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
      if written <= 0 { return }
      bytes = bytes.dropFirst(written)
    }
  }
}

let journal = Journal()

/// The act that this thread is in.
// Written once, before any other thread exists.
nonisolated(unsafe) var currentActKey = pthread_key_t()

var currentAct: (block: Int, act: Int) {
  get {
    let value = Int(bitPattern: pthread_getspecific(currentActKey))
    return (value >> 16, value & 0xffff)
  }
  set {
    pthread_setspecific(currentActKey, UnsafeRawPointer(bitPattern: newValue.block << 16 | newValue.act))
  }
}

/// A client crash of libdispatch is a bare illegal instruction (Libdispatch.md fact 1): what had
/// happened until then is printed with the act that crashed.
func installCrashHandler() {
  pthread_key_create(&currentActKey, nil)
  var action = sigaction()
  action.__sigaction_handler.sa_handler = { _ in
    let act = currentAct
    while !journal.mayTellTheEnd() { usleep(1_000_000) }
    journal.print("crash \(act.block) \(act.act)")
    _exit(0)
  }
  sigaction(SIGILL, &action, nil)
  sigaction(SIGTRAP, &action, nil)
}

/// Whether every thread but this one sleeps, by /proc.
func everyOtherThreadSleeps() -> Bool {
  var buffer = [CChar](repeating: 0, count: 64)
  guard readlink("/proc/thread-self", &buffer, 63) > 0 else { return false }
  let own = buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    .split(separator: "/").last.flatMap { Int32($0) }
  guard let directory = opendir("/proc/self/task") else { return false }
  defer { closedir(directory) }
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    guard let thread = Int32(name), thread != own else { continue }
    if !sleeps(thread) { return false }
  }
  return true
}

private func sleeps(_ thread: Int32) -> Bool {
  guard let file = fopen("/proc/self/task/\(thread)/stat", "r") else { return true }
  defer { fclose(file) }
  var buffer = [CChar](repeating: 0, count: 512)
  guard fgets(&buffer, 512, file) != nil else { return true }
  let text = buffer.map { UInt8(bitPattern: $0) }
  guard let end = text.lastIndex(of: UInt8(ascii: ")")), end + 2 < text.count else { return true }
  return text[end + 2] == UInt8(ascii: "S")
}
#endif
