// Licensed under the Apache License, Version 2.0; see LICENSE.
// Neither exit handlers nor the other blocks run.
#include <dispatch/dispatch.h>
#include <unistd.h>

int main(void) {
  dispatch_async(dispatch_get_global_queue(0, 0), ^{ _exit(7); });
  dispatch_main();
}
