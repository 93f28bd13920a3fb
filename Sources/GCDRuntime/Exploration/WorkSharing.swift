// Licensed under the Apache License, Version 2.0; see LICENSE.

/// How the schedules of one exploration are shared out to processes, of which one leads.
///
/// The leader does all that it would do alone, schedule by schedule in the order of their numbers. Workers
/// only spare it the executions that show nothing new: where one does, the leader makes it again itself. So
/// what comes of the exploration is the same, whichever process executes what.
package enum WorkSharing {
  /// This process leads. It asks for a schedule, given its number and the steps of the first one, when that
  /// one's turn has come; nil = no worker has executed it.
  case leads(ask: (_ number: Int, _ steps: Int) -> RemoteExecution?)
  /// This process executes the schedules of these numbers, until `next` has no more, and hands on each.
  case works(next: () -> [Int]?, send: (RemoteExecution) -> Void)
}
