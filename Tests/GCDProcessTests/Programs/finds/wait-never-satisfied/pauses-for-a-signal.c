// Licensed under the Apache License, Version 2.0; see LICENSE.
// says: the main thread waits in pause for a signal, and nothing left sends one
// says: --pause--> signal
// says: blocked in pause
#include <signal.h>
#include <unistd.h>

static void note(int number) { (void)number; }

int main(void) {
  signal(SIGUSR1, note);
  pause();
  return 0;
}
