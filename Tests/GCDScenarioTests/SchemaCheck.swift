// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Yams

/// The part of JSON Schema (draft 7) that the scenario schema uses; a keyword that it does not know is an
/// error, so that nothing in the schema is passed over in silence.
struct SchemaCheck {
  private let definitions: [String: Any]
  private let root: [String: Any]

  init(_ schema: [String: Any]) {
    root = schema
    definitions = schema["definitions"] as? [String: Any] ?? [:]
  }

  /// Every place where the value does not fit, with the reason.
  func problems(in value: Any) -> [String] { check(value, root, "") }

  /// What is quickly told is looked at first, and ends the check: the branches of a step contain steps
  /// themselves.
  private func check(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    let quick: Set<String> = schema["properties"] == nil ? [] : ["type", "required", "additionalProperties"]
    let problems = quick.sorted().flatMap { check(value, schema, $0, path) }
    if !problems.isEmpty { return problems }
    return schema.keys.filter { !quick.contains($0) }.sorted().flatMap { check(value, schema, $0, path) }
  }

  private func check(_ value: Any, _ schema: [String: Any], _ keyword: String, _ path: String) -> [String] {
    guard let rule = schema[keyword] else { return [] }
    let mapping = value as? [String: Any]
    switch keyword {
    case "$schema", "title", "description", "definitions": return []
    case "$ref":
      let name = "\(rule)".replacingOccurrences(of: "#/definitions/", with: "")
      guard let target = definitions[name] as? [String: Any] else {
        return ["\(path): no definition \(name)"]
      }
      return check(value, target, path)
    case "type":
      let allowed = rule as? [String] ?? ["\(rule)"]
      return allowed.contains(type(of: value)) || allowed.contains("number") && value is Int
        ? [] : ["\(path): \(type(of: value)) is not \(allowed)"]
    case "enum":
      return (rule as? [String] ?? []).contains { $0 == value as? String } ? [] : ["\(path): not in \(rule)"]
    case "const": return value as? Int == rule as? Int ? [] : ["\(path): not \(rule)"]
    case "pattern":
      guard let text = value as? String else { return [] }
      return text.range(of: "\(rule)", options: .regularExpression) != nil
        ? [] : ["\(path): \(text) is not \(rule)"]
    case "minLength": return (value as? String)?.count ?? .max >= number(rule) ? [] : ["\(path): too short"]
    case "minimum": return (value as? Int ?? .max) >= number(rule) ? [] : ["\(path): below \(rule)"]
    case "maximum": return (value as? Int ?? .min) <= number(rule) ? [] : ["\(path): above \(rule)"]
    case "minItems": return (value as? [Any])?.count ?? .max >= number(rule) ? [] : ["\(path): too few"]
    case "minProperties": return mapping?.count ?? .max >= number(rule) ? [] : ["\(path): too few"]
    case "required":
      return (rule as? [String] ?? []).filter { mapping != nil && mapping?[$0] == nil }.map {
        "\(path): no \($0)"
      }
    case "properties":
      let properties = rule as? [String: [String: Any]] ?? [:]
      return (mapping ?? [:]).flatMap { key, part in
        properties[key].map { check(part, $0, "\(path)/\(key)") } ?? []
      }
    case "additionalProperties": return additional(mapping ?? [:], rule, schema, path)
    case "items":
      let item = rule as? [String: Any] ?? [:]
      return (value as? [Any] ?? []).enumerated().flatMap { check($0.element, item, "\(path)/\($0.offset)") }
    case "oneOf":
      let branches = (rule as? [[String: Any]] ?? []).map { check(value, $0, path) }
      let fitting = branches.filter(\.isEmpty).count
      return fitting == 1 ? [] : ["\(path): fits \(fitting) branches, not one"]
    default: return ["\(path): the check does not know \"\(keyword)\""]
    }
  }

  private func additional(
    _ mapping: [String: Any], _ rule: Any, _ schema: [String: Any], _ path: String
  ) -> [String] {
    let known = schema["properties"] as? [String: Any] ?? [:]
    let others = mapping.filter { known[$0.key] == nil }
    guard let part = rule as? [String: Any] else { return others.keys.map { "\(path): unknown key \($0)" } }
    return others.flatMap { check($0.value, part, "\(path)/\($0.key)") }
  }

  private func number(_ rule: Any) -> Int { rule as? Int ?? 0 }

  private func type(of value: Any) -> String {
    switch value {
    case is Bool: "boolean"
    case is Int: "integer"
    case is Double: "number"
    case is String: "string"
    case is [Any]: "array"
    case is [String: Any]: "object"
    default: "null"
    }
  }
}
