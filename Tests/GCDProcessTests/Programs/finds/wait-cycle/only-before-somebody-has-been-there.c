// Licensed under the Apache License, Version 2.0; see LICENSE.
// Twenty-one blocks go first in the usual order, and the last of them takes the danger away.
#include <dispatch/dispatch.h>
#include <stdio.h>

int main(void) {
  dispatch_queue_t checking = dispatch_queue_create("checking", NULL);
  dispatch_queue_t savings = dispatch_queue_create("savings", NULL);
  dispatch_queue_t global = dispatch_get_global_queue(0, 0);
  dispatch_group_t group = dispatch_group_create();
  __block int is_closed = 0;
  for (int i = 0; i < 20; i++) {
    dispatch_group_async(group, global, ^{
      printf("%d\n", i);
    });
  }
  dispatch_group_async(group, global, ^{
    is_closed = 1;
  });
  dispatch_group_async(group, checking, ^{
    if (!is_closed) {
      dispatch_sync(savings, ^{
      });
    }
  });
  dispatch_group_async(group, savings, ^{
    if (!is_closed) {
      dispatch_sync(checking, ^{
      });
    }
  });
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
  return 0;
}
