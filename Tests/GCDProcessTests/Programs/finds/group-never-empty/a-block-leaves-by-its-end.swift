// Licensed under the Apache License, Version 2.0; see LICENSE.
// A block of the group leaves that by its end, without a call.
// says: worker 1 its block ends 2 -> 1
import Foundation

let group = DispatchGroup()
let lock = NSLock()
DispatchQueue.global().async(group: group) { lock.withLock {} }
group.enter()  // cause
group.wait()
