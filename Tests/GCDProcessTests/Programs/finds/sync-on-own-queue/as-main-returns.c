// Licensed under the Apache License, Version 2.0; see LICENSE.
// The block may run as main returns: that it mostly comes too late hides what it does.
#include <dispatch/dispatch.h>

int main(void) {
  dispatch_queue_t store = dispatch_queue_create("com.acme.store", DISPATCH_QUEUE_SERIAL);
  dispatch_async(store, ^{
    dispatch_sync(store, ^{});
  });
  return 0;
}
