// Licensed under the Apache License, Version 2.0; see LICENSE.

extension Finding {
  /// One sentence that names the user's objects, without a full stop.
  public var message: String { kind.code.title }

  /// The whole report, ready to print.
  public var report: String { message }
}
