// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux)
/// What the program can show, found without gcdcheck: every order of its smallest steps, from what Swift says
/// of tasks and actors.
///
/// An actor serves those who come to it in their order. A task that has to wait on an actor leaves it. When
/// what it waits for happens, the resume of a continuation puts it in the actor's line; after the end of a
/// task it comes there by itself.
extension AsyncProgram {
  /// Nil where there are more than so many states.
  func outcomesByBruteForce(states most: Int = 2_000_000) -> Set<String>? {
    var children: [[Step]] = []
    var programs = tasks.enumerated().map { task, calls in
      calls.enumerated().flatMap { index, call in
        steps(call, AsyncProgram.word(task, index), &children)
      } + [.end]
    }
    programs += children
    var outcomes: Set<String> = []
    var seen: Set<State> = []
    var open = [State(tasks: tasks.count, children: children.count, actors: actorCount + 1)]
    seen.insert(open[0])
    while let state = open.popLast() {
      var isOver = true
      for task in state.tasks.indices where state.mayContinue(task) {
        isOver = false
        var next = state
        next.perform(programs[task][state.tasks[task].next], of: task)
        if seen.insert(next).inserted { open.append(next) }
        if seen.count > most { return nil }
      }
      if isOver {
        precondition(state.tasks.allSatisfy(\.hasEnded), "program \(seed) cannot end")
        outcomes.insert(state.actors.dropLast().map(\.text).joined(separator: "|"))
      }
    }
    return outcomes
  }

  private enum Step {
    case come(actor: Int)
    case add(actor: Int, String)
    case leave(actor: Int)
    /// As Swift's runtime does it: to come to the next actor first, then to leave the last one.
    case move(from: Int, to: Int)
    case readCancellation
    /// A word that tells what was read.
    case addCancellation(actor: Int, String)
    case cancel(task: Int)
    /// The second half: what the cancelled task has registered.
    case runHandler(task: Int)
    case make(task: Int)
    case await(task: Int, actor: Int)
    /// If it has had to wait.
    case comeBack(actor: Int)
    case register
    case passGate
    case unregister
    case open
    case awaitMail(actor: Int)
    case deliver
    case give(String)
    case take
    case addElement(actor: Int)
    case end
    /// Before it leaves the actor.
    case endOn(actor: Int)
  }

  /// - Parameter children: Gets the steps of the task that the call makes; those of the program come first.
  private func steps(_ call: Call, _ word: String, _ children: inout [[Step]]) -> [Step] {
    func visit(_ actor: Int, _ steps: Step...) -> [Step] {
      [.come(actor: actor)] + steps + [.leave(actor: actor)]
    }
    switch call {
    case .add(let actor): return visit(actor, .add(actor: actor, word))
    case .across(let actor, let other):
      return visit(
        actor, .add(actor: actor, word), .move(from: actor, to: other), .add(actor: other, word),
        .move(from: other, to: actor), .add(actor: actor, word))
    case .yield: return []
    case .check(let actor): return [.readCancellation] + visit(actor, .addCancellation(actor: actor, word))
    case .cancel(let task): return [.cancel(task: task), .runHandler(task: task)]
    case .join(let actor, let task):
      return visit(
        actor, .add(actor: actor, word), .await(task: task, actor: actor), .comeBack(actor: actor),
        .add(actor: actor, word))
    case .fork(let actor, let other, let inGroup):
      let child = tasks.count + children.count
      children.append([.come(actor: other), .add(actor: other, word), .endOn(actor: other)])
      let makes: [Step] = [.add(actor: actor, word), .make(task: child), .add(actor: actor, word)]
      let waits: [Step] = [
        .await(task: child, actor: actor), .comeBack(actor: actor), .add(actor: actor, word),
      ]
      // The end of a group leaves the actor, whether all children have ended or not.
      let ends: [Step] =
        inGroup ? [.leave(actor: actor), .come(actor: actor), .add(actor: actor, word)] : []
      return [.come(actor: actor)] + makes + waits + ends + [.leave(actor: actor)]
    case .wait: return [.register, .passGate, .unregister]
    case .open: return [.open]
    case .receive: return visit(actorCount, .awaitMail(actor: actorCount))
    case .send: return visit(actorCount, .deliver)
    case .feed: return [.give(word + "a"), .give(word + "b")]
    case .drain(let actor, let words):
      // Whoever asks a stream leaves the actor in any case.
      let takes: [Step] = [.leave(actor: actor), .take, .come(actor: actor), .addElement(actor: actor)]
      return [.come(actor: actor), .add(actor: actor, word)]
        + (0..<words).flatMap { _ in takes } + [.leave(actor: actor)]
    }
  }

  private struct State: Hashable {
    struct TaskState: Hashable {
      var next = 0
      var isBlocked = false
      var hasEnded = false
      var isCancelled = false
      var hasHandler = false
      var sawCancellation = false
      /// Those that wait for its end.
      var awaiting: Set<Int> = []
      var hasWaited = false
    }

    struct Visit: Hashable {
      var task: Int
      var actor: Int
    }

    struct ActorState: Hashable {
      var text = ""
      /// The first one is served.
      var line: [Int] = []
    }

    var tasks: [TaskState]
    var actors: [ActorState]
    var isOpen = false
    var atGate: Int?
    var hasMail = false
    var atMailbox: Visit?
    var elements: [String] = []
    var atStream: Int?

    init(tasks: Int, children: Int, actors: Int) {
      self.tasks = Array(repeating: TaskState(), count: tasks + children)
      for child in tasks..<(tasks + children) { self.tasks[child].isBlocked = true }
      self.actors = Array(repeating: ActorState(), count: actors)
    }

    func mayContinue(_ task: Int) -> Bool { !tasks[task].isBlocked && !tasks[task].hasEnded }

    mutating func perform(_ step: Step, of task: Int) {
      tasks[task].next += 1
      switch step {
      case .come(let actor): come(Visit(task: task, actor: actor))
      case .add(let actor, let word): actors[actor].text += word
      case .leave(let actor): leave(actor)
      case .move(let last, let next):
        come(Visit(task: task, actor: next))
        leave(last)
      case .readCancellation: tasks[task].sawCancellation = tasks[task].isCancelled
      case .addCancellation(let actor, let word):
        actors[actor].text += word + (tasks[task].sawCancellation ? "c" : "n")
      case .cancel(let other): tasks[other].isCancelled = true
      case .runHandler(let other): if tasks[other].hasHandler { open() }
      case .make(let child): tasks[child].isBlocked = false
      case .await(let other, let actor):
        if !tasks[other].hasEnded {
          leave(actor)
          tasks[task].isBlocked = true
          tasks[other].awaiting.insert(task)
        }
        tasks[task].hasWaited = tasks[task].isBlocked
      case .comeBack(let actor):
        if tasks[task].hasWaited { come(Visit(task: task, actor: actor)) }
      case .register:
        tasks[task].hasHandler = true
        if tasks[task].isCancelled { open() }
      case .passGate:
        if !isOpen {
          atGate = task
          tasks[task].isBlocked = true
        }
      case .unregister: tasks[task].hasHandler = false
      case .open: open()
      case .awaitMail(let actor):
        if !hasMail {
          leave(actor)
          tasks[task].isBlocked = true
          atMailbox = Visit(task: task, actor: actor)
        }
      case .deliver:
        hasMail = true
        if let visit = atMailbox { come(visit) }
        atMailbox = nil
      case .give(let element):
        elements.append(element)
        if let waiting = atStream { tasks[waiting].isBlocked = false }
        atStream = nil
      case .take:
        if elements.isEmpty {
          atStream = task
          tasks[task].isBlocked = true
        }
      case .addElement(let actor): actors[actor].text += elements.removeFirst()
      case .end: end(task)
      case .endOn(let actor):
        end(task)
        leave(actor)
      }
    }

    /// It is blocked until those that came before it have left.
    private mutating func come(_ visit: Visit) {
      actors[visit.actor].line.append(visit.task)
      tasks[visit.task].isBlocked = actors[visit.actor].line.count > 1
    }

    private mutating func leave(_ actor: Int) {
      actors[actor].line.removeFirst()
      if let next = actors[actor].line.first { tasks[next].isBlocked = false }
    }

    private mutating func end(_ task: Int) {
      tasks[task].hasEnded = true
      for other in tasks[task].awaiting { tasks[other].isBlocked = false }
      tasks[task].awaiting = []
    }

    private mutating func open() {
      isOpen = true
      if let task = atGate { tasks[task].isBlocked = false }
      atGate = nil
    }
  }
}
#endif
