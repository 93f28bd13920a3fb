// Licensed under the Apache License, Version 2.0; see LICENSE.
#include <dispatch/dispatch.h>
#include <cstdlib>

namespace {
void nothing(void *) {}

struct Log {
  dispatch_queue_t queue = dispatch_queue_create("log", nullptr);
  ~Log() { dispatch_sync_f(queue, nullptr, nothing); }
} log;
}  // namespace

int main() {
  dispatch_sync_f(log.queue, nullptr, nothing);
  std::exit(0);
}
