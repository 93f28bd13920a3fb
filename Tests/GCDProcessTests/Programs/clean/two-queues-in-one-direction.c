// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <dispatch/dispatch.h>
#include <stdio.h>

static void pass(dispatch_queue_t from, dispatch_queue_t to, dispatch_group_t group) {
  dispatch_group_async(group, from, ^{
    dispatch_sync(to, ^{
      printf("passed\n");
    });
  });
}

int main(void) {
  dispatch_queue_t checking = dispatch_queue_create("checking", NULL);
  dispatch_queue_t savings = dispatch_queue_create("savings", NULL);
  dispatch_group_t group = dispatch_group_create();
  pass(checking, savings, group);
  pass(checking, savings, group);
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
  return 0;
}
