// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
import Foundation

extension AsyncProgram {
  /// Runs it with tasks and actors of Swift's runtime; the texts of its actors.
  ///
  /// - Parameter pause: Called wherever another order is wanted.
  func run(pause: @escaping @Sendable () -> Void = {}) async -> String {
    let machine = Machine(actors: (0..<actorCount).map { _ in Cell(pause) }, pause: pause)
    let children = tasks.dropLast().enumerated()
    if isGroup {
      await withTaskGroup(of: Void.self) { group in
        for (task, calls) in children { group.addTask { await machine.perform(calls, of: task, before: []) } }
        await machine.perform(tasks.last!, of: tasks.count - 1, before: [])
      }
    } else {
      // An actor serves a task of a higher priority first.
      let priority = Task.currentPriority
      var made: [Task<Void, Never>] = []
      for (task, calls) in children {
        made.append(
          Task.detached(priority: priority) { [made] in
            await machine.perform(calls, of: task, before: made)
          })
      }
      await machine.perform(tasks.last!, of: tasks.count - 1, before: made)
      for task in made { await task.value }
    }
    var texts: [String] = []
    for actor in machine.actors { texts.append(await actor.text) }
    return texts.joined(separator: "|")
  }

  private struct Machine: Sendable {
    let actors: [Cell]
    let pause: @Sendable () -> Void
    let gate = Gate()
    let mailbox = Mailbox()
    let words = AsyncStream.makeStream(of: String.self)

    func perform(_ calls: [Call], of task: Int, before earlier: [Task<Void, Never>]) async {
      for (index, call) in calls.enumerated() {
        let word = AsyncProgram.word(task, index)
        pause()
        switch call {
        case .add(let actor): await actors[actor].add(word)
        case .across(let actor, let other): await actors[actor].across(word, actors[other])
        case .yield: await Task.yield()
        case .check(let actor):
          let isCancelled = Task.isCancelled
          pause()
          await actors[actor].add(word + (isCancelled ? "c" : "n"))
        case .cancel(let other): earlier[other].cancel()
        case .join(let actor, let other): await actors[actor].join(word, earlier[other])
        case .fork(let actor, let other, let inGroup):
          await actors[actor].fork(word, actors[other], inGroup: inGroup)
        case .wait: await gate.wait()
        case .open: gate.open()
        case .receive: await mailbox.receive()
        case .send: await mailbox.send()
        case .feed:
          words.continuation.yield(word + "a")
          pause()
          words.continuation.yield(word + "b")
        case .drain(let actor, let count): await actors[actor].drain(word, count, words.stream)
        }
      }
      pause()
    }
  }

  private actor Cell {
    private(set) var text = ""
    private let pause: @Sendable () -> Void
    init(_ pause: @escaping @Sendable () -> Void) { self.pause = pause }

    func add(_ word: String) {
      text += word
      pause()
    }

    func across(_ word: String, _ other: Cell) async {
      text += word
      pause()
      await other.add(word)
      text += word
    }

    func join(_ word: String, _ task: Task<Void, Never>) async {
      text += word
      pause()
      await task.value
      text += word
    }

    func drain(_ word: String, _ count: Int, _ words: AsyncStream<String>) async {
      text += word
      pause()
      var left = count
      for await word in words {
        text += word
        left -= 1
        if left == 0 { break }
      }
    }

    func fork(_ word: String, _ other: Cell, inGroup: Bool) async {
      text += word
      if inGroup {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await other.add(word) }
          text += word
          pause()
          for await _ in group { text += word }
        }
      } else {
        async let child: Void = other.add(word)
        text += word
        pause()
        await child
      }
      text += word
    }
  }

  private actor Mailbox {
    private var waiting: CheckedContinuation<Void, Never>?
    private var isFull = false
    func receive() async {
      if isFull { return }
      await withCheckedContinuation { waiting = $0 }
    }
    func send() {
      isFull = true
      waiting?.resume()
    }
  }

  // The state is used under `lock` only.
  private final class Gate: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: CheckedContinuation<Void, Never>?
    private var isOpen = false

    func wait() async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isOpen = lock.withLock {
            if !self.isOpen { waiting = continuation }
            return self.isOpen
          }
          if isOpen { continuation.resume() }
        }
      } onCancel: {
        open()
      }
    }

    func open() {
      let waiting = lock.withLock {
        defer { self.waiting = nil }
        isOpen = true
        return self.waiting
      }
      waiting?.resume()
    }
  }
}
#endif
