// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <dispatch/dispatch.h>

int main(void) {
  __block int *shared = &(int){1};
  dispatch_group_t group = dispatch_group_create();
  dispatch_queue_t queue = dispatch_queue_create("order", NULL);
  dispatch_group_async(group, queue, ^{ *(volatile int *)shared = 2; });
  dispatch_group_async(group, queue, ^{ shared = NULL; });
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
  return 0;
}
