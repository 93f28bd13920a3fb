// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import GCDCheck

/// One message for which libdispatch ends the process of its client (Libdispatch.md 3).
struct ClientCrash: CustomStringConvertible, Sendable {
  /// Why a message cannot come out of a controlled run.
  enum Absence: String, Sendable {
    case corruption = "takes memory that something else has overwritten"
    case internals = "concerns threads or queues of the library that no controlled run starts"
    case tooMany = "takes more calls than a schedule has steps"
    case overRelease = "takes an over-release, which is told first"
    case otherPlatform = "is raised by parts that Linux does not have"
    case servedElsewhere = "is provoked by the tests of run loops, sources, descriptors or workloops"
    case passedOn = "is left to the real library, whose death by SIGILL is told as GCD501"
    case neverReal = "is a message about real timers and handlers, which are never made"
  }

  let message: String
  var code = "GCD206"
  var provoke: (@Sendable () -> Void)?
  var absence: Absence?

  var description: String { message }

  init(_ message: String, _ code: String = "GCD206", _ provoke: @escaping @Sendable () -> Void) {
    self.message = message
    self.code = code
    self.provoke = provoke
  }

  init(_ message: String, is absence: Absence) {
    self.message = message
    self.absence = absence
  }
}

/// Blocks and functions of the C library that the Swift overlay does not offer.
enum CBlocks {
  typealias Item = UnsafeMutableRawPointer
  typealias Block = @convention(block) () -> Void

  static func makeItem(_ flags: UInt = 0, _ block: @escaping Block) -> Item {
    let create: @convention(c) (UInt, Block) -> Item = CDispatch.find("dispatch_block_create")
    return create(flags, block)
  }

  static func plainBlock(_ block: @escaping Block) -> Item {
    let copy: @convention(c) (UnsafeMutableRawPointer) -> Item = CDispatch.find("_Block_copy")
    return copy(unsafeBitCast(block, to: UnsafeMutableRawPointer.self))
  }

  static func cancel(_ item: Item) {
    let cancel: @convention(c) (Item) -> Void = CDispatch.find("dispatch_block_cancel")
    cancel(item)
  }

  static func isCancelled(_ item: Item) -> Bool {
    let test: @convention(c) (Item) -> Int = CDispatch.find("dispatch_block_testcancel")
    return test(item) != 0
  }

  static func wait(_ item: Item) {
    let wait: @convention(c) (Item, UInt64) -> Int = CDispatch.find("dispatch_block_wait")
    _ = wait(item, .max)
  }

  static func notify(_ item: Item, _ block: @escaping Block) {
    let notify: @convention(c) (Item, CDispatch.Queue, Block) -> Void = CDispatch.find(
      "dispatch_block_notify")
    notify(item, CDispatch.makeSerialQueue("told"), block)
  }

  static func perform(_ flags: UInt, _ block: @escaping Block) {
    let perform: @convention(c) (UInt, Block) -> Void = CDispatch.find("dispatch_block_perform")
    perform(flags, block)
  }
}
