// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import GCDReport
import GCDRuntime

/// What `gcdcheck doctor` says about a program.
struct InterpositionCheck {
  let facts: InterpositionReport
  let program: String

  /// Programs can be run under control.
  var isControlled: Bool { facts.callsArrive && facts.libraryIsOpen && facts.layoutIsKnown }

  func json() throws -> String { try JSONLine.encode(facts) }

  var lines: [String] {
    let verdict =
      isControlled
      ? "\(program) can be run under control"
      : "\(program) cannot be run under control: \(obstacle)"
    var lines = ["intercepted in \(program):"]
    lines += facts.families.map(line)
    lines += ["", "not intercepted:"]
    lines += notIntercepted.map { "  - " + $0 }
    lines += ["", "the machine:"]
    lines += machine.map { "  - " + $0 }
    lines += ["", "gcdcheck: \(verdict)"]
    return lines
  }

  private var obstacle: String {
    let cause = facts.cause ?? "another file"
    if !facts.callsArrive { return "\(cause) takes its calls" }
    return facts.libraryIsOpen
      ? "its libdispatch is not known (\(cause))"
      : "the functions of its libdispatch call each other directly, as Ubuntu builds it"
  }

  private func line(_ family: InterpositionReport.Family) -> String {
    var remarks: [String] = []
    if family.absent > 0 { remarks.append("\(family.absent) not in any library here") }
    if family.elsewhere > 0 {
      remarks.append("\(family.elsewhere) bound elsewhere, such as \(family.firstElsewhere ?? "?")")
    }
    let mark = family.elsewhere > 0 ? "no " : "ok "
    let count = String(repeating: " ", count: max(0, 4 - "\(family.functions)".count)) + "\(family.functions)"
    let provider = family.provider.map { " of \($0)" } ?? ""
    let rest = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    return "  \(mark) \(count) \(family.name)\(provider)\(rest)"
  }

  /// What no interposer can take, and why.
  private var notIntercepted: [String] {
    [
      "system calls that a program makes by itself, past the C library: nothing is in between",
      "atomic operations and plain memory: they make no scheduling point; --sanitize=thread looks at them",
      "what other processes do, those included that the program starts: they run as always",
      "clocks that a program reads with an instruction (\(Self.clockInstruction))",
    ]
  }

  #if arch(arm64)
  private static let clockInstruction = "mrs cntvct_el0"
  #else
  private static let clockInstruction = "rdtsc"
  #endif

  private var machine: [String] {
    var rows = ["glibc \(facts.libraryVersion)"]
    rows.append(
      facts.switchesBySystemCall
        ? "a switch of threads costs a system call: processor or kernel lack FSGSBASE (slower, else the same)"
        : "a switch of threads costs no system call")
    rows.append(
      facts.symbolizer.map { "source lines by \($0)\(facts.hasColumns ? "" : ", which knows no columns")" }
        ?? (facts.missingReader ?? .other).text)
    rows.append("C++ exceptions are unwound by \(facts.exceptionUnwinder ?? "no library")")
    rows.append(
      facts.hashingIsFixed
        ? "Swift's hashing has a fixed seed" : "Swift's hashing differs from process to process")
    rows.append(
      facts.addressesAreFixed
        ? "addresses are the same in each process"
        : "addresses differ from process to process: the system forbids to fix them (a container's filter)")
    rows.append(
      facts.stackLimit == 0 ? "no limit for stacks" : "stacks of up to \(facts.stackLimit >> 10) KiB")
    if facts.threadLimit != 0 { rows.append("up to \(facts.threadLimit) threads of this user") }
    rows += facts.unknownParts.map(\.unknownSentence)
    if facts.isTraced { rows.append("a debugger follows the process: it sees signals before gcdcheck does") }
    if facts.seccompMode != 0 {
      rows.append("a filter for system calls is on (seccomp \(facts.seccompMode))")
    }
    return rows
  }
}
#endif
