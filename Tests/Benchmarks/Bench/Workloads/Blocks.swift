// Licensed under the Apache License, Version 2.0; see LICENSE.
import DefectPrograms
import Dispatch

/// W5: blocks that do nothing are submitted, run and joined.
func runBlocks(count: Int) {
  runTogether(count) { _ in }
}
