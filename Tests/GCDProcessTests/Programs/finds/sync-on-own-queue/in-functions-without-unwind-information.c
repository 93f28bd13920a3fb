// Licensed under the Apache License, Version 2.0; see LICENSE.
// Two functions around a deadlock, which a flag of the compiler can leave without unwind information.
#include <dispatch/dispatch.h>
#include <stddef.h>

static dispatch_queue_t cache;

static void read_value(void *context) { (void)context; }

// Exported and not inlined, and no tail calls: each is a frame of its own.
__attribute__((noinline)) void reload(void *context) {
  dispatch_sync_f(cache, context, read_value);
  __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void update(void *context) {
  reload(context);
  __asm__ volatile("" ::: "memory");
}

int main(void) {
  cache = dispatch_queue_create("cache", NULL);
  dispatch_sync_f(cache, NULL, update);
  return 0;
}
