// Licensed under the Apache License, Version 2.0; see LICENSE.
import Dispatch
import Foundation

// Work items that follow each other by `notify`.
let queue = DispatchQueue(label: "items")
var steps: [String] = []
let load = DispatchWorkItem { steps.append("load") }
let parse = DispatchWorkItem { steps.append("parse") }
let show = DispatchWorkItem { steps.append("show") }
load.notify(queue: queue, execute: parse)
parse.notify(queue: queue, execute: show)
queue.async(execute: load)
show.wait()
precondition(steps == ["load", "parse", "show"])

let abandoned = DispatchWorkItem { steps.append("abandoned") }
abandoned.cancel()
queue.async(execute: abandoned)
abandoned.wait()
let checked = DispatchSemaphore(value: 0)
queue.async {
  precondition(steps.count == 3)
  checked.signal()
}
checked.wait()
