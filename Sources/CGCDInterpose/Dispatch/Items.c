// Licensed under the Apache License, Version 2.0; see LICENSE.
// Work items: blocks that dispatch_block_create has given a state of their own.
#include "Interposer.h"

#if GCDC_INTERPOSES
/// Makes an item by a call of a real function, and announces it. Copying the block may run user code.
#define GCDC_MAKE_ITEM(block, call) \
  do { \
    GCDC_OFF(gcdc_hook_table.will_create_item((block), GCDC_SITE)); \
    void *item = (call); \
    if (item != NULL) GCDC_OFF(gcdc_hook_table.item_created(item, GCDC_SITE)); \
    return item; \
  } while (0)

GCDC_EXPORT void *dispatch_block_create(unsigned long flags, void *block) {
  if (!GCDC_HOOKED(item_created)) return GCDC_REAL(dispatch_block_create)(flags, block);
  GCDC_MAKE_ITEM(block, GCDC_REAL(dispatch_block_create)(flags, block));
}

GCDC_EXPORT void *dispatch_block_create_with_qos_class(unsigned long flags, unsigned qos, int priority,
                                                       void *block) {
  if (!GCDC_HOOKED(item_created)) {
    return GCDC_REAL(dispatch_block_create_with_qos_class)(flags, qos, priority, block);
  }
  GCDC_MAKE_ITEM(block, GCDC_REAL(dispatch_block_create_with_qos_class)(flags, qos, priority, block));
}

GCDC_EXPORT void *dispatch_block_create_with_voucher(unsigned long flags, void *voucher, void *block) {
  if (!GCDC_HOOKED(item_created)) {
    return GCDC_REAL(dispatch_block_create_with_voucher)(flags, voucher, block);
  }
  GCDC_MAKE_ITEM(block, GCDC_REAL(dispatch_block_create_with_voucher)(flags, voucher, block));
}

GCDC_EXPORT void *dispatch_block_create_with_voucher_and_qos_class(unsigned long flags, void *voucher,
                                                                   unsigned qos, int priority, void *block) {
  if (!GCDC_HOOKED(item_created)) {
    return GCDC_REAL(dispatch_block_create_with_voucher_and_qos_class)(flags, voucher, qos, priority, block);
  }
  GCDC_MAKE_ITEM(block, GCDC_REAL(dispatch_block_create_with_voucher_and_qos_class)(flags, voucher, qos,
                                                                                    priority, block));
}

GCDC_EXPORT void dispatch_block_perform(unsigned long flags, void *block) {
  if (GCDC_HOOKED(block_perform)) GCDC_OFF(gcdc_hook_table.block_perform(flags, GCDC_SITE));
  GCDC_REAL(dispatch_block_perform)(flags, block);
}

GCDC_EXPORT void dispatch_block_cancel(void *block) {
  if (!GCDC_HOOKED(item_cancel)) return GCDC_REAL(dispatch_block_cancel)(block);
  GCDC_OFF(gcdc_hook_table.item_cancel(block, GCDC_SITE));
}

GCDC_EXPORT intptr_t dispatch_block_testcancel(void *block) {
  if (!GCDC_HOOKED(item_test_cancel)) return GCDC_REAL(dispatch_block_testcancel)(block);
  intptr_t result;
  GCDC_OFF(result = gcdc_hook_table.item_test_cancel(block, GCDC_SITE));
  return result;
}

GCDC_EXPORT intptr_t dispatch_block_wait(void *block, uint64_t timeout) {
  if (!GCDC_HOOKED(item_wait)) return GCDC_REAL(dispatch_block_wait)(block, timeout);
  intptr_t result;
  GCDC_OFF(result = gcdc_hook_table.item_wait(block, timeout, GCDC_SITE));
  return result;
}

GCDC_EXPORT void dispatch_block_notify(void *block, void *queue, void *notification) {
  if (!GCDC_HOOKED(item_notify)) return GCDC_REAL(dispatch_block_notify)(block, queue, notification);
  gcdc_work work = gcdc_owned_work(notification, 0);
  GCDC_OFF(gcdc_hook_table.item_notify(block, queue, work, GCDC_SITE));
}
#endif
