// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <dispatch/dispatch.h>

int main(void) {
  dispatch_group_t group = dispatch_group_create();
  dispatch_queue_t queue = dispatch_get_global_queue(0, 0);
  dispatch_group_enter(group);
  dispatch_group_enter(group);
  dispatch_async(queue, ^{ dispatch_group_leave(group); });
  dispatch_async(queue, ^{ dispatch_group_leave(group); });
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
  dispatch_barrier_sync(dispatch_queue_create("last", DISPATCH_QUEUE_CONCURRENT), ^{});
  return 0;
}
