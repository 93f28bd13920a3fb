// Licensed under the Apache License, Version 2.0; see LICENSE.
#ifndef CGCD_ITEMS_H
#define CGCD_ITEMS_H

#include <stdbool.h>
#include "CGCDTypes.h"

// Work items, by their layout in the library build.
typedef enum { GCDC_ITEM_NONE = 0, GCDC_ITEM_SOUND = 1, GCDC_ITEM_CORRUPT = 2 } gcdc_item_state;
gcdc_item_state gcdc_item_state_of(const void *_Nullable block);
typedef struct {
  bool is_cancelled, is_waited_for, was_waited_for;
  int runs;
  gcdc_object group;  // entered once until the first run ends
  void *_Nullable body;
} gcdc_item_facts;
gcdc_item_facts gcdc_item_facts_of(const void *_Nonnull item);
/// From now on calling the item arrives at the hook, when the caller is under control.
void gcdc_item_own(void *_Nonnull item);
void gcdc_item_disown(void *_Nonnull item);
/// Puts into the real item what has become of it. Its group is left with the first run.
void gcdc_item_mark_cancelled(void *_Nonnull item);
void gcdc_item_mark_run(void *_Nonnull item);
#endif
