// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <dispatch/dispatch.h>
#include <stdlib.h>

int main(void) {
  __block int done = 0;
  dispatch_group_t group = dispatch_group_create();
  dispatch_queue_t queue = dispatch_get_global_queue(0, 0);
  dispatch_group_async(group, queue, ^{ if (done) abort(); });
  dispatch_group_async(group, queue, ^{ done = 1; });
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
  return 0;
}
