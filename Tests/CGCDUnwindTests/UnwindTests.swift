// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDThread
import CGCDUnwind
import Dispatch
import Glibc
import Testing

/// Stacks of running, parked and interrupted threads.
@Suite(.serialized) struct UnwindTests {
  @Test func exceptionsKeepTheirUnwinder() throws {
    let provider = try #require(gcdc_unwind_exception_provider())
    #expect(String(cString: provider).contains("libgcc_s.so"))
  }

  @Test func theCallerComesFirst() {
    let first = stackHere()
    let second = stackHere()
    #expect(first.count > 2)
    // Same callers, other call in this function: all but one address are equal.
    #expect(first.count == second.count)
    #expect(zip(first, second).filter { $0 != $1 }.count == 1)
    #expect(imageName(first[0]) == imageName(second[1]))
  }

  @Test func noMoreThanAskedFor() {
    var pcs = [UInt](repeating: 0, count: 4)
    #expect(gcdc_unwind_here(&pcs, 2) == 2)
    #expect(pcs[2] == 0)
  }

  @Test func aRunningVirtualThreadEndsAtItsBase() throws {
    let shallow = try onThread { _ in
      Shared.stack = stackHere()
      return Shared.carrier!
    }
    let shallowStack = Shared.stack
    gcdc_thread_recycle(shallow, false)
    let deep = try onThread { _ in
      Shared.stack = Shared.deeper(20)
      return Shared.carrier!
    }
    gcdc_thread_recycle(deep, false)
    #expect(shallowStack.count >= 4 && shallowStack.count < 12)
    #expect(Shared.stack.count >= shallowStack.count + 20)
    #expect(Shared.stack.last == shallowStack.last)
  }

  /// Through the overlay and the library, from the switch down to the base.
  @Test func aParkedThread() throws {
    let thread = try onThread { virtual in
      Shared.virtual = virtual
      DispatchQueue(label: "parked").sync { gcdc_thread_switch(Shared.virtual!, Shared.carrier!) }
      Shared.stack = stackHere()
      return Shared.carrier!
    }
    var registers = gcdc_registers()
    #expect(gcdc_thread_registers(thread, &registers))
    let stack = parkedStack(registers)
    let images = stack.map { imageName($0 - 1) }
    #expect(images.contains("libdispatch.so"))
    #expect(images.contains("libswiftDispatch.so"))
    #expect(stack.count >= 8)
    #expect(stack.count < 64)
    // Let the queue go, and compare the bases.
    gcdc_thread_switch(Shared.carrier!, thread)
    #expect(stack.last == Shared.stack.last)
    gcdc_thread_recycle(thread, false)
  }

  @Test func aThreadThatNeverRan() throws {
    let carrier = try #require(gcdc_thread_carrier())
    Shared.carrier = carrier
    let thread = try #require(gcdc_thread_obtain { _ in Shared.carrier! })
    var registers = gcdc_registers()
    #expect(!gcdc_thread_registers(thread, &registers))
    gcdc_thread_recycle(thread, false)
  }

  /// As the watchdog does it: the registers come from a signal's context.
  @Test func anInterruptedThread() throws {
    var interrupt = sigaction()
    var before = sigaction()
    interrupt.sa_flags = SA_SIGINFO
    interrupt.__sigaction_handler.sa_sigaction = { _, _, context in
      let machine = context!.assumingMemoryBound(to: ucontext_t.self).pointee.uc_mcontext
      Shared.interrupted = interruptedStack(machine)
    }
    sigaction(SIGUSR2, &interrupt, &before)
    Shared.interrupted = []
    // The threads of a pool block it.
    var only = sigset_t()
    sigemptyset(&only)
    sigaddset(&only, SIGUSR2)
    pthread_sigmask(SIG_UNBLOCK, &only, nil)
    raise(SIGUSR2)
    sigaction(SIGUSR2, &before, nil)
    #expect(imageName((Shared.interrupted.first ?? 1) - 1).hasPrefix("libc.so"))
    let here = Set(stackHere())
    #expect(Shared.interrupted.filter { here.contains($0) }.count >= 2)
  }

  private func onThread(_ body: @escaping gcdc_thread_body) throws -> UnsafeMutablePointer<gcdc_thread> {
    let carrier = try #require(gcdc_thread_carrier())
    Shared.carrier = carrier
    let thread = try #require(gcdc_thread_obtain(body))
    gcdc_thread_switch(carrier, thread)
    return thread
  }
}

/// What bodies, which capture nothing, share with the tests: one OS thread at a time.
private enum Shared {
  // The tests and all bodies run on one OS thread, one at a time.
  nonisolated(unsafe) static var carrier: UnsafeMutablePointer<gcdc_thread>?
  nonisolated(unsafe) static var virtual: UnsafeMutablePointer<gcdc_thread>?
  nonisolated(unsafe) static var stack: [UInt] = []
  nonisolated(unsafe) static var interrupted: [UInt] = []

  @inline(never) static func deeper(_ depth: Int) -> [UInt] {
    if depth == 0 { return stackHere() }
    let result = deeper(depth - 1)
    // Not a tail call.
    return result.isEmpty ? [] : result
  }
}

@inline(never) private func stackHere() -> [UInt] {
  var pcs = [UInt](repeating: 0, count: 200)
  let count = gcdc_unwind_here(&pcs, 200)
  return Array(pcs[..<Int(count)])
}

private func parkedStack(_ registers: gcdc_registers) -> [UInt] {
  var pcs = [UInt](repeating: 0, count: 200)
  let count = withUnsafeBytes(of: registers.callee_saved) {
    gcdc_unwind_parked(
      registers.pc, registers.sp, registers.bp, $0.baseAddress!.assumingMemoryBound(to: UInt64.self), &pcs,
      200)
  }
  return Array(pcs[..<Int(count)])
}

private func interruptedStack(_ machine: mcontext_t) -> [UInt] {
  var pcs = [UInt](repeating: 0, count: 200)
  #if arch(x86_64)
  let saved = withUnsafeBytes(of: machine.gregs) { Array($0.bindMemory(to: UInt64.self)) }
  // In the kernel's order: r8 … r15, rdi, rsi, rbp, rbx, rdx, rax, rcx, rsp, rip.
  let count = gcdc_unwind_interrupted(
    saved[16], saved[15], saved[10], 0,
    [saved[11], saved[4], saved[5], saved[6], saved[7], 0, 0, 0, 0, 0],
    &pcs, 200)
  #else
  let saved = withUnsafeBytes(of: machine.regs) { Array($0.bindMemory(to: UInt64.self)) }
  let count = gcdc_unwind_interrupted(
    UInt64(machine.pc), UInt64(machine.sp), saved[29], saved[30], Array(saved[19...28]), &pcs, 200)
  #endif
  return Array(pcs[..<Int(count)])
}

private func imageName(_ address: UInt) -> String {
  var image = gcdc_image()
  guard gcdc_image_at(address, &image) else { return "" }
  let path = withUnsafeBytes(of: &image.path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  return path.split(separator: "/").last.map(String.init) ?? ""
}
#endif
