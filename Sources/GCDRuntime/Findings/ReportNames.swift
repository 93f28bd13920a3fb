// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import CGCDThread
import CGCDUnwind
import GCDModel
import GCDReport
import GCDVocabulary

/// What tasks, objects and places of the run that has just ended are called in reports.
///
/// Valid between the end of the run and its clean-up: labels are read from the real objects, stacks from the
/// threads.
final class ReportNames {
  let engine: Engine
  private var locations: [UInt64: [StackFrame]] = [:]
  /// A task that was interrupted rather than parked: its thread's saved registers are stale.
  private var interrupted: (task: TaskID, registers: gcdc_registers)?
  private var names: [ObjectID: ObjectName] = [:]
  /// Functions that were looked at, and whether they acquire locks for their callers.
  var lockHelpers: [String: Bool] = [:]
  private var namesakes: [ObjectKind: NameDisambiguator] = [:]
  /// Of lines that make objects.
  private var variables: [CodeLocation: String?] = [:]

  init(_ engine: Engine) { self.engine = engine }

  /// From now on the stack of `task` begins at these registers.
  func interrupt(_ task: TaskID, at registers: gcdc_registers) { interrupted = (task, registers) }

  // MARK: Tasks

  /// As `thread`; of a block that runs a Swift task, that one.
  func participant(_ task: TaskID) -> String { swiftTask(on: task).map(swiftTask) ?? thread(task) }

  /// The Swift task that a block runs.
  private func swiftTask(on task: TaskID) -> ObjectID? {
    if task == .clock || task == .none { return nil }
    let record = engine.pointee.tasks[task].pointee
    let running = record.swiftTask == .none ? record.jobTask : record.swiftTask
    return running == .none ? nil : running
  }

  /// What made a step of the run: a Swift task, or else a thread.
  func participant(of step: StepRecord, at index: Int) -> String {
    if step.kind == .timerExpires { return thread(.clock) }
    guard index < engine.pointee.notes.swiftTasks.count else { return participant(step.task) }
    let running = engine.pointee.notes.swiftTasks[index]
    return running == .none ? thread(step.task) : swiftTask(running)
  }

  /// "main task", "test body", `task "loader"`, "task made at Loader.swift:20".
  func swiftTask(_ task: ObjectID) -> String {
    if let given = givenName(task) { return given }
    let name = object(task)
    // That of a test, where it is no user's: "[Swift Testing] test loads() - running".
    if name.label == nil || name.label!.hasPrefix("[Swift Testing] "), name.created == nil {
      return engine.pointee.process.isTestBundle ? "async test" : "async function"
    }
    return name.made
  }

  /// Of a task that the program did not make itself.
  private func givenName(_ task: ObjectID) -> String? {
    if task == engine.pointee.run.bodyTask { return ObjectName.testBody }
    // Before its first suspension nothing shows that the program has an async main but what its thread runs.
    let isInMain = engine.pointee.run.mustExit || engine.pointee.tasks[.body].pointee.swiftTask == task
    guard isInMain, !engine.pointee.process.isTestBundle else { return nil }
    let entry = engine.pointee.swiftTasks.entries.first { $0.object == task }
    return entry?.number == 1 ? ObjectName.mainTask : nil
  }

  /// "main thread", "test body", "worker 2".
  func thread(_ task: TaskID) -> String {
    if task == .clock { return "clock" }
    if task == .none { return "nobody" }
    if task == .body { return engine.pointee.exploration.host == .mainThread ? "main thread" : "test body" }
    if engine.pointee.world.kind(of: task) == .thread {
      return threadName(engine.pointee.world.thread(of: task))
    }
    if engine.pointee.world.kind(of: task) == .installation { return "manager thread" }
    let number = engine.pointee.tasks[task].pointee.workerNumber
    if number == TaskRecord.onMainThread { return "main thread" }
    return number == 0 ? "a queued block" : "worker \(number)"
  }

  /// "thread 2", and the name that the program gave it; Foundation gives each the name of its process.
  private func threadName(_ thread: ObjectID) -> String {
    guard let name = engine.pointee.notes.names[thread], name != ReportNames.processName else {
      return "thread \(thread.index + 1)"
    }
    return "thread \(thread.index + 1) \"\(name)\""
  }

  /// As the kernel cuts it.
  private static var processName: String {
    String((CommandLine.arguments.first?.split(separator: "/").last ?? "").prefix(15))
  }

  /// How the block of a task was submitted; nil for the body.
  func submission(_ task: TaskID) -> Submission? {
    if task == .body || task == .clock || task == .none { return nil }
    let record = engine.pointee.tasks[task].pointee
    let queue = engine.pointee.world.queue(of: task)
    return Submission(
      engine.pointee.world.kind(of: task), queue: queue == .none ? nil : object(queue),
      delay: record.delay == 0 ? nil : record.delay,
      stack: submissionFrames(record))
  }

  /// Where no stack was recorded, the place of the call may lie in the Dispatch overlay, which says nothing.
  private func submissionFrames(_ record: TaskRecord) -> [StackFrame] {
    let frames = frames(record.submissionStack, or: record.submission)
    return record.submissionStack.count > 0 || frames.contains(where: \.isUserCode) ? frames : []
  }

  /// A task as the report shows it.
  func details(_ task: TaskID, _ activity: Activity) -> Participant {
    if task == .none { return Participant(participant(task), activity, stack: []) }
    let current = engine.pointee.world.innermostHeldQueue(task)
    let isQueueShown = current != .none && !(task == .body && current == engine.pointee.world.mainQueue)
    let iteration = engine.pointee.tasks[task].pointee.iteration
    let isIterating = iteration.queue != .none && iteration.queue == current
    return Participant(
      participant(task), activity, insideBlockOf: isQueueShown ? object(current) : nil,
      iteration: isIterating ? iteration.index : nil, stack: stack(task), submission: submission(task),
      origin: swiftTask(on: task).flatMap(origin), holds: [])
  }

  /// Where a Swift task is in the tree of tasks; nil where no task made it.
  func origin(_ task: ObjectID) -> TaskOrigin? {
    guard let entry = engine.pointee.swiftTasks.entries.first(where: { $0.object == task }),
      entry.maker != .none
    else { return nil }
    let relation: TaskOrigin.Relation =
      switch entry.relation {
      case GCDC_TASK_CHILD: .child
      case GCDC_TASK_CHILD_IN_GROUP: .childInGroup
      default: .unstructured
      }
    return TaskOrigin(relation, of: swiftTask(entry.maker))
  }

  // MARK: Objects

  func object(_ id: ObjectID) -> ObjectName {
    if let known = names[id] { return known }
    if namesakes[id.kind] == nil {
      let count = min(engine.pointee.records.count(id.kind), NameDisambiguator.most)
      namesakes[id.kind] = NameDisambiguator((0..<count).map { ownName(ObjectID(id.kind, $0)) })
    }
    let name = namesakes[id.kind]!.distinguishing(ownName(id))
    names[id] = name
    return name
  }

  /// What the line that makes an object stores it in.
  func variable(at place: CodeLocation) -> String? {
    if let known = variables[place] { return known }
    let text = SourceText.excerpt(at: place)?.text
    let name = text.flatMap { DeclaredVariable.name(in: $0, column: place.column) }
    variables[place] = .some(name)
    return name
  }

  /// The name of an object as if there were no other.
  private func ownName(_ id: ObjectID) -> ObjectName {
    let record = engine.pointee.records.find(id)
    let given = engine.pointee.notes.names[id]
    var name = ObjectName(objectType(id), label: given, ordinal: id.index + 1)
    if id.kind == .queue, let record,
      let address = UnsafeMutableRawPointer(bitPattern: record.pointee.address)
    {
      if let label = gcdc_queue_facts_of(address).label {
        let text = String(cString: label)
        if !text.isEmpty { name.label = name.type == .globalQueue ? globalName(text) : withoutAddress(text) }
      }
    }
    if name.type == .taskStatus, let record {
      name.label = taskLocked(by: record.pointee.address).map(swiftTask)
      return name
    }
    if id.kind == .swiftTask, let given = givenName(id) {
      name.label = given
      return name
    }
    if id.kind == .condition,
      let operation = UnfinishedOperations(engine: engine, naming: self).awaited(by: id)
    {
      return operation
    }
    if id.kind == .thread { name.label = participant(engine.pointee.world.threads.task(of: id)) }
    if let record, !record.pointee.isAdopted, isMadeThere(id) {
      let made = frames(record.pointee.stack, or: record.pointee.site).innermostOfUser
      name.created = made?.location
      if name.label == nil, name.type.isInVariable { name.variable = made?.location.flatMap(variable) }
      name.creator = made?.function == "" ? nil : made?.function
    }
    return name
  }

  /// Whether an object was made where it was first seen.
  private func isMadeThere(_ id: ObjectID) -> Bool {
    id.kind != .descriptor || engine.pointee.descriptors.made.contains(id)
  }

  private func objectType(_ id: ObjectID) -> ObjectType {
    switch id.kind {
    case .queue:
      if id == engine.pointee.world.mainQueue { return .mainQueue }
      if engine.pointee.world.isCooperative(id) { return .cooperativePool }
      if engine.pointee.world.isGlobal(id) { return .globalQueue }
      if engine.pointee.world.isWorkloop(id) { return .workloop }
      return engine.pointee.world.isSerial(id) ? .serialQueue : .concurrentQueue
    case .source:
      switch engine.pointee.world.sources.kind(of: id) {
      case .timer: return .timer
      case .add, .or, .replace: return .dataSource
      case .read: return .readSource
      case .write: return .writeSource
      case .signal: return .signalSource
      }
    case .semaphore where engine.pointee.world.semaphores.isPosix(id): return .posixSemaphore
    case .descriptor:
      switch engine.pointee.descriptors.sorts[id.index] {
      case GCDC_DESCRIPTOR_PROCESS: return .childProcess
      case GCDC_DESCRIPTOR_MESSAGES: return .messageQueue
      case GCDC_DESCRIPTOR_SEMAPHORES: return .semaphoreSet
      case GCDC_DESCRIPTOR_SIGNALS, GCDC_DESCRIPTOR_PAUSE, GCDC_DESCRIPTOR_SUSPENSION: return .signal
      default: return .descriptor
      }
    case .futex:
      let record = engine.pointee.records.find(id)
      return record.flatMap { taskLocked(by: $0.pointee.address) } == nil ? .futex : .taskStatus
    default: return ObjectType(id.kind)
    }
  }

  /// The task whose status is locked by the mutex at an address: that is a part of the task.
  private func taskLocked(by address: UInt) -> ObjectID? {
    engine.pointee.swiftTasks.entries(around: address).first?.object
  }

  /// "NSOperationQueue 0x00007f5d54002b50" → "NSOperationQueue": addresses differ from run to run.
  private func withoutAddress(_ label: String) -> String {
    let words = label.split(separator: " ")
    let kept = words.filter { word in
      !(word.hasPrefix("0x") && word.count > 10 && word.dropFirst(2).allSatisfy(\.isHexDigit))
    }
    return kept.isEmpty || kept.count == words.count ? label : kept.joined(separator: " ")
  }

  /// "com.apple.root.default-qos.overcommit" → "default".
  private func globalName(_ label: String) -> String {
    let parts = label.split(separator: ".")
    guard let quality = parts.first(where: { $0.hasSuffix("-qos") }) else { return label }
    return String(quality.dropLast(4))
  }

  /// The variable that is at an address: "Bank.total"; nil where the program has no name for it.
  func global(at address: UInt) -> String? { Symbolizer.shared.variable(at: address) }

  // MARK: Places

  /// The innermost place of the user's code in a recorded stack; where none was recorded, at a site.
  func location(_ site: Site, _ stack: StackReference = .none) -> CodeLocation? {
    frames(stack, or: site).innermostOfUser?.location
  }

  /// Where a function begins.
  func location(ofFunctionAt address: UInt) -> CodeLocation? {
    symbolize([address + 1]).innermostOfUser?.location
  }

  /// A recorded stack; where none was recorded, the frames of one site.
  func frames(_ stack: StackReference, or site: Site) -> [StackFrame] {
    if site.position != nil || stack.count == 0 { return frames(at: site) }
    return symbolize(engine.pointee.stacks[stack])
  }

  /// Where the current operation of a task is, in user code.
  func currentLocation(_ task: TaskID) -> CodeLocation? {
    if task == .none || task == .clock { return nil }
    let record = engine.pointee.tasks[task].pointee
    if engine.pointee.world.pendingOperation(of: task).kind.takesLock {
      let locks = LeftLocks(engine: engine, naming: self)
      if let place = locks.placeOfUse(frames(record.stack, or: record.site)) { return place }
      return locks.placeOfUse(stack(task))
    }
    if let place = location(record.site, record.stack) { return place }
    return stack(task).innermostOfUser?.location
  }

  /// Where user code of the async body awaits something, and whether that is a continuation.
  func awaitOfBody() -> (place: CodeLocation?, isContinuation: Bool) {
    guard let task = engine.pointee.run.suspendedBody else { return (nil, false) }
    var addresses = [UInt](repeating: 0, count: Int(GCDC_SUSPENDED_DEPTH))
    var isContinuation = false
    let count = gcdc_suspended_stack(task, &addresses, &isContinuation)
    let frames = symbolize(Array(addresses.prefix(count)))
    return (frames.innermostOfUser?.location, isContinuation)
  }

  private func frames(at site: Site) -> [StackFrame] {
    if let known = locations[site.rawValue] { return known }
    var result: [StackFrame] = []
    if let position = site.position {
      let place = CodeLocation(
        file: FileTable.shared.path(position.file), line: position.line, column: position.column)
      result = [StackFrame(function: "", location: place)]
    } else if let address = site.address {
      result = symbolize([address])
    }
    locations[site.rawValue] = result
    return result
  }

  /// The stack of a task as it is now, unwound from its parked thread.
  func stack(_ task: TaskID) -> [StackFrame] {
    let record = engine.pointee.tasks[task].pointee
    if record.position.rawValue != 0 {
      return frames(at: record.site.position != nil ? record.site : record.position)
    }
    if let interrupted, interrupted.task == task {
      return symbolize(ThreadStack.addresses(of: interrupted.registers, depth: 128, isInterrupted: true))
    }
    let addresses = ThreadStack.addresses(of: record.thread, depth: 128)
    if addresses.isEmpty { return [] }
    let frames = symbolize(addresses)
    if frames.contains(where: \.isUserCode) { return frames }
    // An async function that calls by a jump has no frame; its call was recorded with those that await it.
    let recorded = self.frames(record.stack, or: record.site)
    return recorded.contains(where: \.isUserCode) ? recorded : frames
  }

  func symbolize(_ addresses: [UInt]) -> [StackFrame] {
    // Which calls there are in between, in what is put into a program, depends on how that was built.
    let frames = Symbolizer.shared.frames(for: addresses).flatMap { $0 }.filter { !CodeOwner.isPutIn($0) }
    if frames.contains(where: \.isUserCode) { return frames.map(shown) }
    // Where nothing of the user's is on a stack, the library that waits says more than what watches it.
    // Library code that the compiler made for us is in the same image as we do.
    let images = Set(frames.lazy.filter(\.isOurs).map(\.image))
    return frames.filter { !images.contains($0.image) || $0.function.isEmpty }.map(shown)
  }

  /// The stack of a memory access, whose innermost address is in a sanitizer's call.
  func symbolize(access addresses: [UInt]) -> [StackFrame] {
    guard let first = addresses.first else { return [] }
    return Symbolizer.shared.frames(ofAccess: first).map(shown) + symbolize(Array(addresses.dropFirst()))
  }

  private func shown(_ frame: SymbolizedFrame) -> StackFrame {
    StackFrame(
      function: frame.function.isEmpty ? StackFrame.unnamed(in: frame.image) : frame.function,
      location: frame.file.map { CodeLocation(file: $0, line: frame.line, column: frame.column) },
      isInlined: frame.isInlined, isUserCode: frame.isUserCode)
  }
}
#endif
