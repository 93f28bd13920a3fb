// Licensed under the Apache License, Version 2.0; see LICENSE.
#if os(Linux) && !GCDCHECK_OTHER_PLATFORM
import CGCDPreload
import GCDProcess

// The C start-up code of this library calls these, before the program's own code has begun.

@_cdecl("gcdc_preload_prepare")
func prepare(channel: Int32) -> Int32 { ForkServer.prepare(channel: channel) ?? -1 }

@_cdecl("gcdc_preload_open")
func open(channel: Int32) -> Int32 { ForkServer.open(channel: channel) ?? -1 }

@_cdecl("gcdc_preload_keep")
func keep(_ line: UnsafePointer<CChar>, _ length: Int) -> Bool {
  ForkServer.keep(UnsafeRawBufferPointer(start: line, count: length))
}

@_cdecl("gcdc_preload_begin")
func begin(_ request: UnsafePointer<CChar>, _ length: Int, _ isShared: Bool) {
  ForkServer.begin(UnsafeRawBufferPointer(start: request, count: length), isShared: isShared)
}

@_cdecl("gcdc_preload_copied")
func copied() { ForkServer.copied() }

@_cdecl("gcdc_preload_run")
func run(block: UnsafeMutableRawPointer, entry: UInt) -> Never {
  let copying = ForkServer.Copying(
    copy: { threads in
      var length = 0
      let line = gcdc_preload_share(threads, &length)
      return UnsafeRawBufferPointer(start: line, count: length)
    },
    next: { flushes in gcdc_preload_return(flushes) })
  ForkServer.run(block, entry: entry, copying)
}
#endif
