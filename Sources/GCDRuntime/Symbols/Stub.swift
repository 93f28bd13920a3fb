// Licensed under the Apache License, Version 2.0; see LICENSE.
struct SymbolizedFrame { var function: String; var file: String?; var line: Int; var column: Int; var isInlined: Bool; var image: String; var isUserCode: Bool }
final class Symbolizer: Sendable { static let shared = Symbolizer(); func frames(for a: [UInt]) -> [[SymbolizedFrame]] { [] } }
