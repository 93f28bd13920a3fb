// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One frame of source code behind a return address; an address has several when calls were inlined there.
public struct SymbolizedFrame: Sendable, Hashable {
  /// Demangled, in the short form of debuggers: `closure #1 in Cache.refresh()`; empty when nothing names it.
  public var function: String
  /// Relative to the current directory when inside it; nil when there is no line information, and for what a
  /// macro expands to, which is in no file that a person could open.
  public var file: String?
  /// From 1; 0 when unknown.
  public var line: Int
  /// From 1; 0 when unknown.
  public var column: Int
  /// The call was inlined into the next frame of the same address.
  public var isInlined: Bool
  /// Name of the executable or library, without its folder; empty when no loaded image holds the address.
  public var image: String
  /// The Swift module that the function was written in; nil for C and C++.
  public var module: String?
  /// Neither the toolchain's, nor the system's, nor ours, nor a thunk that the compiler made.
  public var isUserCode: Bool
  /// A function of ours, Swift or C.
  var isOurs = false

  /// A frame with all its facts.
  public init(
    function: String, file: String?, line: Int, column: Int, isInlined: Bool, image: String, module: String?,
    isUserCode: Bool
  ) {
    self.function = function
    self.file = file
    self.line = line
    self.column = column
    self.isInlined = isInlined
    self.image = image
    self.module = module
    self.isUserCode = isUserCode
  }
}
