// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// What a mangled name says: a short form to show, the module, whether a compiler-made thunk is named.
struct SymbolName {
  var raw: String
  /// As debuggers show it, `closure #1 in Cache.refresh()`.
  var short: String
  /// Of a Swift function: where it was written, which for a member of an extension is the extension's
  /// module.
  var module: String?
  /// Made by the compiler between two functions; a stack reads better without it.
  var isThunk: Bool

  init(_ raw: String) {
    self.raw = raw
    guard raw.hasPrefix("$s") || raw.hasPrefix("_Z") || raw.hasPrefix("$e") else {
      short = raw
      module = nil
      isThunk = ["block_destroy_helper", "block_copy_helper"].contains { raw.hasPrefix($0) }
      return
    }
    var shown = Demangler.short(raw) ?? raw
    let specialized = "specialized "
    while shown.hasPrefix(specialized) { shown.removeFirst(specialized.count) }
    // A function that a macro has made has a mangled name for a name.
    let isOfMacro = shown != raw && shown.contains("$s")
    isThunk =
      isOfMacro
      || [
        "partial apply for ", "thunk for ", "protocol witness for ", "dispatch thunk of ", "merged ",
        "outlined ", "@objc ",
      ]
      .contains { shown.hasPrefix($0) }
    // A closure in top-level code has no function to be in.
    short = shown.hasSuffix(" in ") ? String(shown.dropLast(4)) + " at top level" : shown
    module = raw.hasPrefix("$s") ? SymbolName.module(of: raw) : nil
  }

  /// The first identifier of the mangled name, or the module of the extension that the function is a member
  /// of.
  private static func module(of raw: String) -> String? {
    let full = Demangler.full(raw) ?? ""
    if let module = extensionModule(of: full) { return module }
    let rest = raw.dropFirst(2)
    guard let first = rest.first else { return nil }
    if first == "s" || first == "S" { return "Swift" }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let length = Int(digits), length > 0 else { return nil }
    return String(rest.dropFirst(digits.count).prefix(length))
  }

  /// `X` of `(extension in X):Swift.Array.f()`, where that names the function and not a type in its
  /// signature.
  private static func extensionModule(of full: String) -> String? {
    let marker = "(extension in "
    guard let start = firstRange(of: marker, in: full) else { return nil }
    let before = full[..<start.lowerBound]
    var depth = 0
    for character in before {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
    }
    guard depth == 0, !before.hasSuffix("-> "), !before.hasSuffix(": ") else { return nil }
    return String(full[start.upperBound...].prefix { $0 != ")" })
  }

  private static func firstRange(of part: String, in text: String) -> Range<String.Index>? {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].hasPrefix(part) { return index..<text.index(index, offsetBy: part.count) }
      index = text.index(after: index)
    }
    return nil
  }
}
#endif
