// Licensed under the Apache License, Version 2.0; see LICENSE.
// The data of a block made by dispatch_block_create, behind the block's header (library build 6.x).
#ifndef CGCD_ITEM_LAYOUT_H
#define CGCD_ITEM_LAYOUT_H
#include "Interposer.h"

#if GCDC_INTERPOSES
struct gcdc_item_data {
  unsigned long magic;
  unsigned long flags;
  unsigned int atomic_flags;
  int runs;
  unsigned long priority;
  void *voucher;
  void *body;
  void *group;
  void *queue;
  void *thread;
};
enum {
  item_flag_is_barrier = 1,
  item_is_cancelled = 1,
  item_is_waited_for = 2,
  item_was_waited_for = 4,
};

/// NULL for a block that has no sound work-item data.
GCDC_HIDDEN struct gcdc_item_data *gcdc_item_data_of(const void *block);
#endif
#endif
