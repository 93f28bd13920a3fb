// Licensed under the Apache License, Version 2.0; see LICENSE.

/// One function on a stack, innermost first in the lists that hold it.
public struct StackFrame: Sendable, Codable, Hashable {
  /// Demangled and shortened: `closure #1 in Cache.refresh()`; empty for a step of a scenario file;
  /// bounded.
  public var function: String { didSet { function = function.bounded(to: Bound.function) } }
  /// The call or the crash in that function; nil where there is no debug information.
  public var location: CodeLocation?
  /// The compiler put this function's code into the frame below it in the list.
  public var isInlined: Bool
  /// Belongs to the user's modules; every other frame is counted and hidden unless asked for.
  public var isUserCode: Bool

  package init(
    function: String, location: CodeLocation? = nil, isInlined: Bool = false, isUserCode: Bool = true
  ) {
    self.function = function.bounded(to: Bound.function)
    self.location = location
    self.isInlined = isInlined
    self.isUserCode = isUserCode
  }

  /// What represents the name of a function of an executable or a library that names none; empty where
  /// that is not known either.
  public static func unnamed(in image: String) -> String { image.isEmpty ? "" : "code of \(image)" }

  private enum CodingKeys: String, CodingKey {
    case function = "function"
    case location = "location"
    case isInlined = "isInlined"
    case isUserCode = "isUserCode"
  }

  /// Bounds what a stream says as the initialiser does.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      function: try members(.function), location: try members.optional(.location),
      isInlined: try members(.isInlined), isUserCode: try members(.isUserCode))
  }
}

extension Sequence where Element == StackFrame {
  /// The innermost frame of the user's own code that has a line.
  package var innermostOfUser: StackFrame? { first { $0.isUserCode && $0.location != nil } }

  /// Where the user's function is called that the innermost one is in; nil where no other line is known.
  package var callerOfUser: CodeLocation? {
    let places = filter(\.isUserCode).compactMap { $0.location?.withoutColumn }
    return places.first { $0 != places.first }
  }
}
