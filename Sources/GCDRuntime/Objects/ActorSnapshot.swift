// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDInterpose
import GCDReport
import GCDVocabulary

/// What the stored properties of an actor hold at one moment: enough to tell which of them were written.
struct ActorSnapshot {
  private struct Property {
    var name: String
    /// Of its bytes in the actor, and of the elements of a collection of the standard library's. Bytes of a
    /// copy would not do: what is between the parts of a value is not copied.
    var digest: UInt64
    /// Where it is a plain value that reads well.
    var text: String?
  }

  private var properties: [Property] = []
  /// Bytes of the actor and elements of its collections: what it took to read them.
  private(set) var extent = 0

  /// - Parameter actor: A live actor, no code of which has access to its properties now.
  init(of actor: UnsafeRawPointer) {
    let type = actor.load(as: UnsafeRawPointer.self)
    for index in 0..<gcdc_stored_properties(type) {
      let property = gcdc_stored_property_at(type, index)
      guard let name = property.name.map({ String(cString: $0) }), name != ActorSnapshot.storageOfRuntime
      else { continue }
      let start = actor + property.offset
      let value = property.isRead ? load(start, as: unsafeBitCast(property.type, to: Any.Type.self)) : nil
      let bytes = UnsafeRawBufferPointer(start: start, count: property.size)
      extent += property.size + ((value as? any StoredElements)?.extent ?? 0)
      properties.append(
        Property(
          name: ActorSnapshot.inSource(name),
          digest: fold(digest(of: bytes), (value as? any StoredElements)?.digest ?? 0),
          text: value.flatMap(text)))
    }
  }

  /// The properties that hold something else than in an earlier snapshot of the same actor.
  func writes(since earlier: ActorSnapshot) -> [PropertyWrite] {
    zip(earlier.properties, properties).filter { $0.digest != $1.digest }.map { before, after in
      PropertyWrite(after.name, before: before.text, after: after.text)
    }
  }

  private static let storageOfRuntime = "$defaultActor"

  /// Behind a lazy property, and one with a wrapper, is another one.
  private static func inSource(_ name: String) -> String {
    let lazy = "$__lazy_storage_$_"
    if name.hasPrefix(lazy) { return String(name.dropFirst(lazy.count)) }
    return name.hasPrefix("_") ? String(name.dropFirst()) : name
  }
}

extension gcdc_stored_property {
  /// The first word of their metadata (the ABI).
  private static let kindOfEnumerations: UInt = 0x201

  /// Whether its value says more than its bytes, and can be copied without running the program's code.
  fileprivate var isRead: Bool {
    let isEnumeration = type.load(as: UInt.self) == gcdc_stored_property.kindOfEnumerations
    let type = unsafeBitCast(type, to: Any.Type.self)
    return holds_value
      && (type is any StoredElements.Type || isPlain(type) || isEnumeration && isCaseThatReadsWell(type))
  }
}

private func load(_ start: UnsafeRawPointer, as type: Any.Type) -> Any {
  func load<Value>(_ type: Value.Type) -> Any { start.assumingMemoryBound(to: type).pointee }
  return _openExistential(type, do: load)
}

private func digest(of bytes: UnsafeRawBufferPointer) -> UInt64 {
  var digest: UInt64 = 1
  var offset = 0
  while offset + 8 <= bytes.count {
    digest = fold(digest, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    offset += 8
  }
  while offset < bytes.count {
    digest = fold(digest, UInt64(bytes[offset]))
    offset += 1
  }
  return digest
}

/// A collection of the standard library's, or an optional one: its elements are behind a reference, and
/// reading them runs no code of the program's.
private protocol StoredElements {
  var digest: UInt64 { get }
  /// How many elements it has; those of its elements are left out.
  var extent: Int { get }
  var text: String? { get }
}

extension StoredElements where Self: Collection {
  fileprivate var extent: Int { count }

  fileprivate var text: String? { isEmpty ? "empty" : "\(count) element\(count == 1 ? "" : "s")" }
}

extension Array: StoredElements {
  fileprivate var digest: UInt64 {
    let own = withUnsafeBytes { GCDRuntime.digest(of: $0) }
    return Element.self is any StoredElements.Type ? reduce(own) { fold($0, GCDRuntime.digest(of: $1)) } : own
  }
}

extension Set: StoredElements {
  fileprivate var digest: UInt64 { reduce(fold(2, UInt64(count))) { fold($0, GCDRuntime.digest(of: $1)) } }
}

extension Dictionary: StoredElements {
  fileprivate var digest: UInt64 {
    reduce(fold(3, UInt64(count))) {
      fold(fold($0, GCDRuntime.digest(of: $1.key)), GCDRuntime.digest(of: $1.value))
    }
  }
}

extension Optional: StoredElements {
  fileprivate var digest: UInt64 { map { fold(4, GCDRuntime.digest(of: $0)) } ?? 5 }

  fileprivate var extent: Int { flatMap { ($0 as? any StoredElements)?.extent } ?? 0 }

  fileprivate var text: String? {
    switch self {
    case .none: "nil"
    case .some(let value): GCDRuntime.text(of: value)
    }
  }
}

/// Of a copy; of a type that is not known, nothing is read.
private func digest(of value: Any) -> UInt64 {
  switch value {
  case let elements as any StoredElements: elements.digest
  case let text as String: text.utf8.reduce(6) { fold($0, UInt64($1)) }
  case let integer as any FixedWidthInteger where isPlain(type(of: value)):
    UInt64(truncatingIfNeeded: integer)
  case let truth as Bool: truth ? 8 : 7
  case let number as Double: number.bitPattern
  default: type(of: value) is AnyClass ? reference(value) : 9
  }
}

private func reference(_ value: Any) -> UInt64 {
  UInt64(UInt(bitPattern: Unmanaged.passUnretained(value as AnyObject).toOpaque()))
}

/// Characters: a value that is longer is none to read in passing.
private let longestText = 24

private func isPlain(_ type: Any.Type) -> Bool {
  let plain: [Any.Type] = [
    Bool.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self,
    UInt8.self, UInt16.self, UInt32.self, UInt64.self, String.self,
  ]
  return plain.contains { $0 == type }
}

private func text(of value: Any) -> String? {
  switch value {
  case let elements as any StoredElements: return elements.text
  case let text as String: return text.count <= longestText ? "\"\(text)\"" : nil
  default: return isPlain(type(of: value)) ? String(describing: value) : nameOfCase(value)
  }
}

/// Whether a type is not known to describe itself, by code of the program's.
private func isCaseThatReadsWell(_ type: Any.Type) -> Bool {
  !(type is AnyClass || type is any CustomReflectable.Type || type is any CustomStringConvertible.Type
    || type is any CustomDebugStringConvertible.Type || type is any TextOutputStreamable.Type)
}

/// The name of an enumeration's case without values; nil for anything else.
private func nameOfCase(_ value: Any) -> String? {
  guard isCaseThatReadsWell(type(of: value)) else { return nil }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum, mirror.children.isEmpty else { return nil }
  let name = String(describing: value)
  return name.count <= longestText ? ".\(name)" : nil
}
#endif
