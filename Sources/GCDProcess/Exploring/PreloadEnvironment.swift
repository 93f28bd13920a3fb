// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import Glibc

/// The variables of a program that gets a library preloaded: ours, with the library ahead of what is
/// preloaded already.
struct PreloadEnvironment {
  private(set) var variables: [String] = []

  /// - Parameter isKept: whether a variable of ours, as `NAME=value`, is handed on.
  init(preload: String, where isKept: (String) -> Bool) {
    var list = preload
    var next = environ
    while let text = next.pointee {
      let variable = String(cString: text)
      next += 1
      if variable.hasPrefix("LD_PRELOAD=") {
        list += ":" + variable.dropFirst("LD_PRELOAD=".count)
      } else if isKept(variable) {
        variables.append(variable)
      }
    }
    variables.append("LD_PRELOAD=\(list)")
  }

  func has(_ name: String) -> Bool { variables.contains { $0.hasPrefix(name + "=") } }
}
#endif
