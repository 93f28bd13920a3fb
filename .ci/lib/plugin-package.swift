// swift-tools-version: 6.0
// The command plugin with a tool that is built already: in a package that depends on this one,
// swift package gcdcheck …
import PackageDescription

let package = Package(
  name: "gcdcheck",
  products: [.plugin(name: "GCDCheckPlugin", targets: ["GCDCheckPlugin"])],
  targets: [
    .binaryTarget(name: "gcdcheck", path: "gcdcheck.artifactbundle"),
    .plugin(
      name: "GCDCheckPlugin",
      capability: .command(
        intent: .custom(verb: "gcdcheck", description: "Run gcdcheck: fuzz, replay, list, explain, init")),
      dependencies: ["gcdcheck"]),
  ]
)
