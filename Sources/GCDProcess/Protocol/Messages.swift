// Licensed under the Apache License, Version 2.0; see LICENSE.
import GCDRuntime
import GCDSchedule

/// What the tool and a program under it say to each other, version 10.
///
/// The process that the tool starts gets a `Setup` and answers with a message that has `ready`, `problem` or
/// `facts`. From then on the tool sends it orders (`LoadedProgram.c` of CGCDPreload), each with a socket, and
/// is answered with the number of a copy of the process, which is a child of the tool's and serves.
///
/// Over that socket, one JSON object per line, or a `PlainMessage`. The tool sends a `Setup`; the serving
/// process answers with a message that has `ready`. From then on the tool sends `Request`s, any
/// number ahead, and at most one `KeptProfile` between them; the process works them off in order, each in a
/// child of its own, which reads its request: what is made of it would move the objects of all children
/// behind it. Each is answered by at most one message with `outcome` and at most one with `breakdown`,
/// which the child writes, and then by one with `ended` and nothing else, which the serving process writes
/// when the child is gone. The end of the stream ends the serving process.
///
/// Requests that may begin at the first choice are executed by copies of a child that has come to its own
/// first choice: it then takes requests off the stream itself, and writes their `ended`, until one comes that
/// may not.
enum ProcessProtocol {
  static let version = 10
  /// Lines of requests are filled up with spaces to a multiple of this: two requests that differ in a number,
  /// or in a yes or no, leave the same heap to the program.
  static let requestUnit = 4_096
}

/// The first line of the tool to each process.
struct Setup: Codable, Sendable {
  var version: Int
  var options: ProgramOptions
  /// A file whose bytes each schedule reads as its standard input; nil = none.
  var input: String?
  /// Where each schedule runs; nil = where the process was started.
  var folder: String?
  /// The descriptor of memory in which schedules note how many steps they have made; nil = none is wanted.
  var steps: Int32?
  /// Asks only what can be controlled; the answer has `facts`, and nothing runs.
  var wantsFacts = false
}

/// One schedule to execute.
struct Request: Codable, Sendable {
  /// Named in the answers.
  var id: Int
  var execution: ExecutionRequest
  /// The search that a searched schedule is the next of.
  var search: ExhaustiveSearch?
  /// A file that takes what the schedule prints; nil = as the request says.
  var output: String?
  /// What was done before the first choice may have been done for another request.
  var mayBeginAtFirstChoice = false
}

/// What all requests that follow are executed by. The serving process reads it itself, since each child would
/// take as long for it.
struct KeptProfile: Codable, Sendable {
  /// Of schedule 0, with places that are the same in each process.
  var profile: ExecutionProfile

  /// Such a line begins with this, and no other does.
  static let beginning: StaticString = "{\"profile\":"
}

/// A line of the process.
struct Answer: Codable, Sendable {
  /// The process can serve; the version that it speaks.
  var ready: Int?
  /// Why it cannot serve.
  var problem: ProgramProblem?
  var facts: InterpositionReport?
  /// Which request the outcome, or the error, answers.
  var id: Int?
  var outcome: RemoteExecution?
  /// What has ended the process of the schedule, where that is neither the program nor its end.
  var breakdown: Breakdown?
  /// The status of waitpid of the process that ran the oldest request.
  var ended: Int32?
}

/// Why a program cannot be run under control.
package enum ProgramProblem: Error, Codable, Sendable {
  /// The system did not start it.
  case notStarted(reason: String)
  /// It was started, but the library in it did not answer.
  case noAnswer
  /// Calls to Dispatch or to threads are bound to this file instead of to us.
  case notInterposed(cause: String)
  /// The functions of the program's libdispatch call each other directly.
  case closedLibrary
  /// The libdispatch of the program is laid out in a way that is not known.
  case unknownLayout(cause: String)
  /// Library and tool are of different versions.
  case otherVersion
  case unsupportedPlatform
  /// The process that makes its schedules was ended over and over, with this status of waitpid.
  case killed(status: Int32)
  /// A fault of gcdcheck's own, or of the system, in the process of a schedule.
  case brokeDown(Breakdown)
  /// It died over and over before it could serve.
  case lost
  /// Time or the user has ended the work; never reported as a problem of the program.
  case cut
}
