// Licensed under the Apache License, Version 2.0; see LICENSE.
// Each of two blocks has one file and wants the other.
#include <dispatch/dispatch.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

static void lock_both(const char *first, const char *second) {
  int one = open(first, O_RDWR | O_CREAT, 0600), two = open(second, O_RDWR | O_CREAT, 0600);
  flock(one, LOCK_EX);
  flock(two, LOCK_EX);
  close(one);
  close(two);
}

int main(void) {
  dispatch_group_t group = dispatch_group_create();
  dispatch_queue_t queue = dispatch_get_global_queue(0, 0);
  dispatch_group_async(group, queue, ^{ lock_both("first.lock", "second.lock"); });
  dispatch_group_async(group, queue, ^{ lock_both("second.lock", "first.lock"); });
  dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
  return 0;
}
