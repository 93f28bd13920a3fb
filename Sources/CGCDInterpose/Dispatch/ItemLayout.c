// Licensed under the Apache License, Version 2.0; see LICENSE.
// What real work items say of themselves, and whom calling one reaches.
#include "ItemLayout.h"

#if GCDC_INTERPOSES
#include <dlfcn.h>

static const size_t item_data_offset = 32;
static const unsigned long item_magic = 0xD159B10C;

/// The function that marks a block as a work item; NULL where the library has none.
GCDC_UNINSTRUMENTED static gcdc_function real_special_invoke(void) {
  static gcdc_function special_invoke;
  if (__builtin_expect(special_invoke == NULL, false)) {
    gcdc_function const *table = dlsym(RTLD_DEFAULT, "_dispatch_block_special_invoke");
    if (table != NULL) special_invoke = *table;
  }
  return special_invoke;
}

/// What an owned item has in its place.
GCDC_UNINSTRUMENTED static void invoke_item(void *item) {
  if (!GCDC_HOOKED(item_invoke)) return real_special_invoke()(item);
  GCDC_OFF(gcdc_hook_table.item_invoke(item, GCDC_SITE));
}

GCDC_UNINSTRUMENTED gcdc_item_state gcdc_item_state_of(const void *block) {
  gcdc_function function = gcdc_block_function(block);
  if (function == NULL || (function != invoke_item && function != real_special_invoke())) {
    return GCDC_ITEM_NONE;
  }
  const struct gcdc_item_data *data = (const void *)((const char *)block + item_data_offset);
  return data->magic == item_magic ? GCDC_ITEM_SOUND : GCDC_ITEM_CORRUPT;
}

GCDC_UNINSTRUMENTED struct gcdc_item_data *gcdc_item_data_of(const void *block) {
  return gcdc_item_state_of(block) == GCDC_ITEM_SOUND ? (void *)((const char *)block + item_data_offset)
                                                      : NULL;
}

gcdc_item_facts gcdc_item_facts_of(const void *item) {
  const struct gcdc_item_data *data = gcdc_item_data_of(item);
  if (data == NULL) return (gcdc_item_facts){.runs = 0};
  unsigned int flags = __atomic_load_n(&data->atomic_flags, __ATOMIC_RELAXED);
  return (gcdc_item_facts){
      .is_cancelled = flags & item_is_cancelled,
      .is_waited_for = flags & item_is_waited_for,
      .was_waited_for = flags & item_was_waited_for,
      .runs = __atomic_load_n(&data->runs, __ATOMIC_RELAXED),
      .group = data->group,
      .body = data->body,
  };
}

void gcdc_item_own(void *item) { ((gcdc_function *)item)[2] = invoke_item; }
void gcdc_item_disown(void *item) { ((gcdc_function *)item)[2] = real_special_invoke(); }

void gcdc_item_mark_cancelled(void *item) {
  __atomic_fetch_or(&gcdc_item_data_of(item)->atomic_flags, item_is_cancelled, __ATOMIC_RELAXED);
}

void gcdc_item_mark_run(void *item) {
  struct gcdc_item_data *data = gcdc_item_data_of(item);
  if (__atomic_fetch_add(&data->runs, 1, __ATOMIC_RELAXED) == 0) {
    GCDC_REAL(dispatch_group_leave)(data->group);
  }
}
#endif
