// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation

let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
_ = FileManager.default.createFile(atPath: path, contents: Data([1]))
let removed = DispatchSemaphore(value: 0)
DispatchQueue.global().async {
  try? FileManager.default.removeItem(atPath: path)
  removed.signal()
}
// Whole, or not there.
let contents = FileManager.default.contents(atPath: path)
removed.wait()
exit(contents == nil || contents == Data([1]) ? 0 : 1)
