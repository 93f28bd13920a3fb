// Licensed under the Apache License, Version 2.0; see LICENSE.
// An initialiser that throws has not run: whoever waits meanwhile, or calls later, runs it again.
#include <mutex>
#include <pthread.h>
#include <stdexcept>
#include <stdlib.h>
#include <thread>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static std::once_flag flag;
static int attempts, callAttempts;

static void initialize() {
  if (++attempts < 3) throw std::runtime_error("not yet");
}

static void call() {
  try {
    pthread_once(&control, initialize);
  } catch (const std::runtime_error &) {
  }
  try {
    std::call_once(flag, [] {
      if (++callAttempts < 3) throw std::runtime_error("not yet");
    });
  } catch (const std::runtime_error &) {
  }
}

int main() {
  std::thread first([] { call(); });
  std::thread second([] { call(); });
  first.join();
  second.join();
  for (int i = 0; i < 3; i++) call();
  if (attempts != 3 || callAttempts != 3) abort();
}
