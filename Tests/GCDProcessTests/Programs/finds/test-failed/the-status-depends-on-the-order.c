// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <dispatch/dispatch.h>

int main(void) {
  __block int last = 0;
  dispatch_group_t group = dispatch_group_create();
  dispatch_queue_t queue = dispatch_get_global_queue(0, 0);
  dispatch_group_async(group, queue, ^{ last = 1; });
  dispatch_group_async(group, queue, ^{ last = 2; });
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
  return last == 2 ? 0 : 3;
}
