// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDPreload
import GCDProcess

// The C start-up code of this library calls these, before the program's own code has begun.

@_cdecl("gcdc_preload_open")
func open(channel: Int32) -> Bool { ScheduleServer.open(channel: channel) }

@_cdecl("gcdc_preload_next")
func next() -> Bool { ScheduleServer.next() }

@_cdecl("gcdc_preload_begin")
func begin() { ScheduleServer.begin() }

@_cdecl("gcdc_preload_ended")
func ended(status: Int32) { ScheduleServer.ended(status: status) }

@_cdecl("gcdc_preload_run")
func run(block: UnsafeMutableRawPointer, entry: UInt) -> Never { ScheduleServer.run(block, entry: entry) }
#endif
