// Licensed under the Apache License, Version 2.0; see LICENSE.
// The file may be removed between the question for it and its opening.
// says: looks for a file, or opens it once more
import Foundation

let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
_ = FileManager.default.createFile(atPath: path, contents: Data([1]))
let removed = DispatchSemaphore(value: 0)
DispatchQueue.global().async {
  try? FileManager.default.removeItem(atPath: path)
  removed.signal()
}
var isLost = false
if FileManager.default.fileExists(atPath: path) {
  isLost = FileManager.default.contents(atPath: path) == nil
}
removed.wait()
exit(isLost ? 1 : 0)
