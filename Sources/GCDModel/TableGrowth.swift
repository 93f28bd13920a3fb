// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Moves a full table of plain data to one of `capacity` entries; for the rare moment at which it is full.
func moveTable<Entry>(
  _ table: inout UnsafeMutablePointer<Entry>, used: Int, to capacity: Int
) {
  let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
  larger.moveInitialize(from: table, count: used)
  table.deallocate()
  table = larger
}
