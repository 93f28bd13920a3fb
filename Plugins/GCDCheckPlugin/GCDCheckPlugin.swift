// Licensed under the Apache License, Version 2.0; see LICENSE.
import PackagePlugin

@main
struct GCDCheckPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {}
}
