// Licensed under the Apache License, Version 2.0; see LICENSE.
// Twin of finds/sync-on-own-queue/as-main-returns.c: the block waits for another queue.
#include <dispatch/dispatch.h>

int main(void) {
  dispatch_queue_t store = dispatch_queue_create("com.acme.store", DISPATCH_QUEUE_SERIAL);
  dispatch_queue_t files = dispatch_queue_create("com.acme.files", DISPATCH_QUEUE_SERIAL);
  dispatch_async(store, ^{
    dispatch_sync(files, ^{});
  });
  return 0;
}
