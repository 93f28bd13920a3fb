// Licensed under the Apache License, Version 2.0; see LICENSE.
// Work items: blocks that dispatch_block_create has given a state of their own.
#include "Interposer.h"

#if GCDC_INTERPOSES
/// Defines a call that makes an item of `block`, which is announced. Copying the block may run user code.
#define GCDC_MAKES_ITEM(name, parameters, arguments) \
  GCDC_EXPORT void *name parameters { \
    if (!GCDC_HOOKED(item_created)) return GCDC_REAL(name) arguments; \
    GCDC_OFF(gcdc_hook_table.will_create_item(block, GCDC_SITE)); \
    void *item = GCDC_REAL(name) arguments; \
    if (item != NULL) GCDC_OFF(gcdc_hook_table.item_created(item, GCDC_SITE)); \
    return item; \
  }

GCDC_MAKES_ITEM(dispatch_block_create, (unsigned long flags, void *block), (flags, block))
GCDC_MAKES_ITEM(dispatch_block_create_with_qos_class,
                (unsigned long flags, unsigned qos, int priority, void *block), (flags, qos, priority, block))
GCDC_MAKES_ITEM(dispatch_block_create_with_voucher, (unsigned long flags, void *voucher, void *block),
                (flags, voucher, block))
GCDC_MAKES_ITEM(dispatch_block_create_with_voucher_and_qos_class,
                (unsigned long flags, void *voucher, unsigned qos, int priority, void *block),
                (flags, voucher, qos, priority, block))

GCDC_EXPORT void dispatch_block_perform(unsigned long flags, void *block) {
  if (GCDC_HOOKED(block_perform)) GCDC_OFF(gcdc_hook_table.block_perform(flags, GCDC_SITE));
  GCDC_REAL(dispatch_block_perform)(flags, block);
}

GCDC_ENTRY(void, dispatch_block_cancel, (void *block), (block), GCDC_HOOKED(item_cancel),
           GCDC_OFF(gcdc_hook_table.item_cancel(block, GCDC_SITE)))
GCDC_ENTRY(intptr_t, dispatch_block_testcancel, (void *block), (block), GCDC_HOOKED(item_test_cancel),
           GCDC_RETURN_OFF(gcdc_hook_table.item_test_cancel(block, GCDC_SITE)))
GCDC_ENTRY(intptr_t, dispatch_block_wait, (void *block, uint64_t timeout), (block, timeout),
           GCDC_HOOKED(item_wait), GCDC_RETURN_OFF(gcdc_hook_table.item_wait(block, timeout, GCDC_SITE)))

GCDC_EXPORT void dispatch_block_notify(void *block, void *queue, void *notification) {
  if (!GCDC_HOOKED(item_notify)) return GCDC_REAL(dispatch_block_notify)(block, queue, notification);
  gcdc_work work = gcdc_owned_work(notification, 0);
  GCDC_OFF(gcdc_hook_table.item_notify(block, queue, work, GCDC_SITE));
}
#endif
