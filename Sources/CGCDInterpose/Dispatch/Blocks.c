// Licensed under the Apache License, Version 2.0; see LICENSE.
// From a block to the work that it represents: who owns it, and what work-item data say about it.
#include "Interposer.h"

#if GCDC_INTERPOSES
#include "ItemLayout.h"

GCDC_UNINSTRUMENTED static uint32_t item_work_flags(const void *block, bool is_sync) {
  const struct gcdc_item_data *data = gcdc_item_data_of(block);
  if (data == NULL) return 0;
  uint32_t flags = GCDC_WORK_ITEM;
  if (data->flags & item_flag_is_barrier) flags |= GCDC_WORK_BARRIER;
  // An asynchronous item may be cancelled later; only a synchronous call reads the mark at once.
  if (is_sync && (data->atomic_flags & item_is_cancelled)) flags |= GCDC_WORK_CANCELLED;
  return flags;
}

GCDC_UNINSTRUMENTED gcdc_work gcdc_owned_work(void *block, uint32_t flags) {
  void *copy = block == NULL ? NULL : GCDC_REAL(_Block_copy)(block);
  flags |= GCDC_WORK_BLOCK | item_work_flags(copy, false);
  return (gcdc_work){.function = gcdc_block_function(copy), .context = copy, .flags = flags};
}

GCDC_UNINSTRUMENTED gcdc_work gcdc_borrowed_work(void *block, uint32_t flags) {
  flags |= item_work_flags(block, true);
  return (gcdc_work){.function = gcdc_block_function(block), .context = block, .flags = flags};
}

uint32_t gcdc_block_item_flags(const void *block) {
  const struct gcdc_item_data *data = gcdc_item_data_of(block);
  return data == NULL ? 0 : (uint32_t)data->flags;
}
#endif
