// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDPreload
import GCDProcess

// The C start-up code of this library calls these, before the program's own code has begun.

@_cdecl("gcdc_preload_open")
func open(channel: Int32) -> Bool { ForkServer.open(channel: channel) }

@_cdecl("gcdc_preload_next")
func next() -> Bool { ForkServer.next() }

@_cdecl("gcdc_preload_begin")
func begin() { ForkServer.begin() }

@_cdecl("gcdc_preload_ended")
func ended(status: Int32) { ForkServer.ended(status: status) }

@_cdecl("gcdc_preload_run")
func run(block: UnsafeMutableRawPointer, entry: UInt) -> Never { ForkServer.run(block, entry: entry) }
#endif
