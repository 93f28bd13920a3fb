enum Explanations {
  static let overview = ""
  static func page(_ topic: String) -> String? { nil }
}
