// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch

extension DefectProgram {
  /// Queues, stacks and rings whose check and use are two operations.
  static let buffers = [
    DefectProgram(
      "boundedBuffer", .deadlock, depth: 4, threads: 4,
      "producers and consumers share one condition, and a signal wakes one of the wrong kind"
    ) { isFixed in
      let mutex = PosixMutex()
      let hasItems = PosixCondition()
      let hasRoom = isFixed ? PosixCondition() : hasItems
      let count = Variable(0)
      runThreads(4) { index in
        mutex.section {
          if index < 2 {
            while count.value == 1 { hasRoom.wait(mutex) }
            count.value += 1
            hasItems.signal()
          } else {
            while count.value == 0 { hasItems.wait(mutex) }
            count.value -= 1
            hasRoom.signal()
          }
        }
      }
    },
    DefectProgram(
      "circular_buffer", .assertion, depth: 2, threads: 2,
      "a ring's counter goes up before the place it promises is written"
    ) { isFixed in
      let (count, places) = (QueueVariable(0), QueueVariable([0, 0, 0]))
      let verdict = Verdict()
      runTogether(2) { task in
        for item in 1...3 {
          if task == 1 {
            if isFixed { places.update { $0[item - 1] = item } }
            count.update { $0 += 1 }
            if !isFixed { places.update { $0[item - 1] = item } }
          } else if count.read() >= item {
            verdict.require(places.read()[item - 1] == item, "an item is read before it is there")
          }
        }
      }
      try verdict.check()
    },
    DefectProgram(
      "queue", .assertion, depth: 2, threads: 2,
      "a consumer checks that there are elements, and takes one in a later section"
    ) { isFixed in
      let elements = QueueVariable([1])
      let verdict = Verdict()
      runTogether(2) { _ in
        if isFixed { return elements.update { if !$0.isEmpty { $0.removeFirst() } } }
        if elements.read().isEmpty { return }
        let isThere = elements.update { list in
          if list.isEmpty { return false }
          list.removeFirst()
          return true
        }
        verdict.require(isThere, "the queue is empty")
      }
      try verdict.check()
    },
    DefectProgram(
      "stack", .assertion, depth: 3, threads: 2,
      "the top of a stack moves in one section and its element is written in the next"
    ) { isFixed in
      let lock = PosixMutex()
      let top = Variable(0)
      let elements = Variable([0, 0, 0, 0])
      let verdict = Verdict()
      runThreads(2) { index in
        for round in 1...3 {
          if index == 0 {
            let place = lock.section {
              if isFixed { elements.value[top.value] = round }
              top.value += 1
              return top.value - 1
            }
            if !isFixed { lock.section { elements.value[place] = round } }
          } else {
            lock.section {
              if top.value == 0 { return }
              top.value -= 1
              verdict.require(elements.value[top.value] != 0, "an element is taken that was never put")
              elements.value[top.value] = 0
            }
          }
        }
      }
      try verdict.check()
    },
    DefectProgram(
      "stringbuffer", .assertion, depth: 3, threads: 2,
      "a length is asked for, and the characters are copied after another thread has shortened the text"
    ) { isFixed in
      let text = QueueVariable(4)
      let verdict = Verdict()
      runTogether(2) { task in
        if task == 1 {
          // A long way, at the end of which a copy could meet the short text.
          for _ in 0..<3 { text.update { $0 += 1 } }
          if isFixed {
            text.update { length in
              length = 0
              length = 8
            }
          } else {
            text.write(0)
            text.write(8)
          }
        } else {
          let length = text.read()
          verdict.require(text.read() >= length, "the text is shorter than it was")
        }
      }
      try verdict.check()
    },
    DefectProgram(
      "work_stealing", .assertion, depth: 3, threads: 2,
      "the owner and a thief of a deque of serial variables take its last item both"
    ) { isFixed in
      let (head, tail) = (QueueVariable(0), QueueVariable(2))
      let taken = QueueVariable([0, 0])
      let lock = PosixMutex()
      @Sendable func pop() {
        let last = tail.read() - 1
        tail.write(last)
        if head.read() <= last { taken.update { $0[last] += 1 } } else { tail.write(last + 1) }
      }
      @Sendable func steal() {
        let first = head.read()
        if first >= tail.read() { return }
        head.write(first + 1)
        taken.update { $0[first] += 1 }
      }
      runTogether(2) { task in
        for _ in 0..<2 {
          let take = task == 0 ? pop : steal
          if isFixed { lock.section(take) } else { take() }
        }
      }
      try require(taken.read().allSatisfy { $0 < 2 }, "an item was taken twice")
    },
  ]
}
