// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <dispatch/dispatch.h>
#include <stdlib.h>

static dispatch_queue_t log_queue;

static void flush_log(void) { dispatch_sync(log_queue, ^{}); }

int main(void) {
  log_queue = dispatch_queue_create("log", NULL);
  atexit(flush_log);
  dispatch_sync(dispatch_queue_create("work", NULL), ^{
    exit(0);
  });
}
