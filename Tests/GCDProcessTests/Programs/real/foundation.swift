// Licensed under the Apache License, Version 2.0; see LICENSE.
// What Swift programs do with Foundation and Dispatch. Each case is one program; the table of verdicts says
// what has to be said about it.
import Dispatch
import Foundation
import Synchronization

func expect(_ condition: Bool, line: Int32 = #line) {
  if !condition { exit(100 &+ line % 100) }
}

// Its lock guards what it holds.
final class Box<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var held: Value
  init(_ value: Value) { held = value }
  var value: Value { lock.withLock { held } }
  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&held) } }
}

let cases: [String: @Sendable () -> Void] = [
  "runs_a_process": {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/echo")
    process.arguments = ["four"]
    process.standardOutput = pipe
    try! process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    expect(data == Data("four\n".utf8) && process.terminationStatus == 0)
  },
  "is_told_of_the_end_of_a_process": {
    let process = Process()
    let done = DispatchSemaphore(value: 0)
    process.executableURL = URL(fileURLWithPath: "/bin/true")
    process.terminationHandler = { _ in done.signal() }
    try! process.run()
    done.wait()
  },
  "runs_a_timer": {
    let count = Box(0)
    let timer = Timer(timeInterval: 3600, repeats: true) { timer in
      count.change { $0 += 1 }
      if count.value == 3 { timer.invalidate() }
    }
    RunLoop.current.add(timer, forMode: .default)
    RunLoop.current.run(until: Date() + 4 * 3600)
    expect(count.value == 3)
  },
  "posts_a_notification": {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2
    let seen = Box(0)
    let name = Notification.Name("it")
    let token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: queue) { _ in
      seen.change { $0 += 1 }
    }
    for _ in 0..<3 { NotificationCenter.default.post(name: name, object: nil) }
    queue.waitUntilAllOperationsAreFinished()
    NotificationCenter.default.removeObserver(token)
    expect(seen.value == 3)
  },
  "orders_operations": {
    let order = Box([Int]())
    let operations = (0..<4).map { number in BlockOperation { order.change { $0.append(number) } } }
    for (before, after) in zip(operations, operations.dropFirst()) { after.addDependency(before) }
    OperationQueue().addOperations(operations.reversed(), waitUntilFinished: true)
    expect(order.value == [0, 1, 2, 3])
  },
  "waits_in_an_operation_for_its_queue": {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    queue.addOperation {
      let inner = BlockOperation {}
      queue.addOperations([inner], waitUntilFinished: true)
    }
    queue.waitUntilAllOperationsAreFinished()
  },
  "waits_on_a_condition": {
    let condition = NSCondition()
    let ready = Box(false)
    Thread.detachNewThread {
      condition.lock()
      ready.change { $0 = true }
      condition.signal()
      condition.unlock()
    }
    condition.lock()
    while !ready.value { condition.wait() }
    condition.unlock()
  },
  "waits_with_a_condition_lock": {
    let lock = NSConditionLock(condition: 0)
    Thread.detachNewThread {
      expect(lock.lock(whenCondition: 1, before: Date() + 3600))
      lock.unlock(withCondition: 2)
    }
    lock.lock()
    lock.unlock(withCondition: 1)
    expect(lock.lock(whenCondition: 2, before: Date() + 100))
    lock.unlock()
  },
  "waits_on_a_condition_nobody_signals": {
    let condition = NSCondition()
    condition.lock()
    condition.wait()
  },
  "has_deep_threads": {
    func deep(_ level: Int) -> Int {
      withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 16) { space in
        space[0] = 1
        return level == 0 ? 0 : deep(level - 1) + Int(space[0])
      }
    }
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      expect(deep(20_000) == 20_000)
      done.signal()
    }
    thread.stackSize = 128 << 20
    thread.start()
    done.wait()
  },
  "uses_mutexes_and_atomics": {
    let mutex = Mutex([0, 0])
    let atomic = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      mutex.withLock { $0[index % 2] += 1 }
      atomic.wrappingAdd(1, ordering: .relaxed)
    }
    expect(mutex.withLock { $0 } == [4, 4] && atomic.load(ordering: .relaxed) == 8)
  },
  "crosses_mutexes": {
    let first = Mutex(0)
    let second = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { index in
      if index == 0 {
        first.withLock { _ in
          usleep(1000)
          second.withLock { $0 += 1 }
        }
      } else {
        second.withLock { _ in
          usleep(1000)
          first.withLock { $0 += 1 }
        }
      }
    }
  },
  "reads_by_dispatch_io": {
    let done = DispatchSemaphore(value: 0)
    let got = Box(0)
    let channel = DispatchIO(
      type: .stream, path: "/proc/self/comm", oflag: O_RDONLY, mode: 0, queue: .global()
    ) { _ in }!
    channel.read(offset: 0, length: 4, queue: .global()) { isDone, data, error in
      got.change { $0 += data?.count ?? 0 }
      if isDone { done.signal() }
    }
    done.wait()
    channel.close()
    expect(got.value == 4)
  },
  "joins_dispatch_data": {
    var data = DispatchData.empty
    for letter in "abc".utf8 { withUnsafeBytes(of: letter) { data.append($0) } }
    var total = 0
    data.enumerateBytes { bytes, _, _ in total += bytes.count }
    expect(total == 3 && Array(data) == Array("abc".utf8))
  },
  "merges_data": {
    let queue = DispatchQueue(label: "sums")
    let (sum, bits) = (Box(UInt(0)), Box(UInt(0)))
    let done = DispatchSemaphore(value: 0)
    let add = DispatchSource.makeUserDataAddSource(queue: queue)
    let or = DispatchSource.makeUserDataOrSource(queue: queue)
    add.setEventHandler {
      sum.change { $0 += add.data }
      if sum.value == 6 { done.signal() }
    }
    or.setEventHandler {
      bits.change { $0 |= or.data }
      if bits.value == 7 { done.signal() }
    }
    add.activate()
    or.activate()
    for number in 1...3 {
      add.add(data: UInt(number))
      or.or(data: 1 << UInt(number - 1))
    }
    done.wait()
    done.wait()
    add.cancel()
    or.cancel()
  },
  "watches_signals_and_processes": {
    let done = DispatchSemaphore(value: 0)
    signal(SIGUSR1, SIG_IGN)
    let signals = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: .global())
    signals.setEventHandler { done.signal() }
    // Before it is installed the signal would be ignored.
    signals.setRegistrationHandler { kill(getpid(), SIGUSR1) }
    signals.activate()
    done.wait()
    signals.cancel()
  },
  "reads_and_writes_by_sources": {
    let pipe = Pipe()
    let queue = DispatchQueue(label: "pipe")
    let done = DispatchSemaphore(value: 0)
    let reader = DispatchSource.makeReadSource(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, queue: queue)
    let writer = DispatchSource.makeWriteSource(
      fileDescriptor: pipe.fileHandleForWriting.fileDescriptor, queue: queue)
    writer.setEventHandler {
      pipe.fileHandleForWriting.write(Data("w".utf8))
      writer.cancel()
    }
    reader.setEventHandler {
      expect(pipe.fileHandleForReading.availableData.count == 1)
      reader.cancel()
      done.signal()
    }
    reader.activate()
    writer.activate()
    done.wait()
  },
  "debounces": {
    let queue = DispatchQueue(label: "debounce")
    let fired = Box(0)
    var pending: DispatchWorkItem?
    for _ in 0..<3 {
      pending?.cancel()
      let item = DispatchWorkItem { fired.change { $0 += 1 } }
      pending = item
      queue.asyncAfter(deadline: .now() + 10, execute: item)
      Thread.sleep(forTimeInterval: 1)
    }
    pending!.wait()
    expect(fired.value == 1)
  },
  "performs_on_a_run_loop": {
    let ready = DispatchSemaphore(value: 0)
    let loop = Box<RunLoop?>(nil)
    let count = Box(0)
    let thread = Thread {
      loop.change { $0 = RunLoop.current }
      RunLoop.current.add(Timer(timeInterval: 1_000_000, repeats: true) { _ in }, forMode: .default)
      ready.signal()
      while count.value == 0 { _ = RunLoop.current.run(mode: .default, before: Date() + 10) }
      ready.signal()
    }
    thread.start()
    ready.wait()
    loop.value!.perform { count.change { $0 += 1 } }
    ready.wait()
  },
  "sends_json_between_threads": {
    let group = DispatchGroup()
    let sum = Box(0)
    for number in 0..<5 {
      DispatchQueue.global().async(group: group) {
        let text = try! JSONEncoder().encode(["number": number])
        let read = try! JSONDecoder().decode([String: Int].self, from: text)
        sum.change { $0 += read["number"]! }
      }
    }
    group.wait()
    expect(sum.value == 10)
  },
  "formats_dates_in_threads": {
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy"
    formatter.timeZone = TimeZone(identifier: "UTC")
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      expect(formatter.string(from: Date(timeIntervalSince1970: 0)) == "1970")
    }
  },
  "keeps_thread_values": {
    let seen = Box(0)
    let group = DispatchGroup()
    for number in 0..<3 {
      group.enter()
      Thread.detachNewThread {
        Thread.current.threadDictionary["number"] = number
        Thread.sleep(forTimeInterval: 5)
        seen.change { $0 += Thread.current.threadDictionary["number"] as! Int }
        group.leave()
      }
    }
    group.wait()
    expect(seen.value == 3)
  },
  "uses_a_cache_and_undo": {
    let cache = NSCache<NSString, NSNumber>()
    DispatchQueue.concurrentPerform(iterations: 4) {
      cache.setObject($0 as NSNumber, forKey: "\($0)" as NSString)
    }
    expect(cache.object(forKey: "3") == 3)
  },
  "locks_recursively": {
    let lock = NSRecursiveLock()
    @Sendable func down(_ level: Int) { lock.withLock { if level > 0 { down(level - 1) } } }
    DispatchQueue.concurrentPerform(iterations: 3) { _ in down(3) }
    expect(lock.lock(before: Date() + 1))
  },
]

guard CommandLine.arguments.count == 2, let body = cases[CommandLine.arguments[1]] else {
  print(cases.keys.sorted().joined(separator: "\n"))
  exit(64)
}
body()
