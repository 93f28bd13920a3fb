// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The text of the files next to this one that each page has.
enum HtmlAssets {
  /// How the page looks, in light and in dark.
  static let style = text(PackageResources.page_css)
  /// What lets a reader go through schedules; the page says everything else without it.
  static let script = text(PackageResources.page_js)

  private static func text(_ file: [UInt8]) -> String { String(decoding: file.dropLast(), as: UTF8.self) }
}
