// Licensed under the Apache License, Version 2.0; see LICENSE.
// The locks of the C++ library in threads and callbacks whose last act is the destructor of a guard.
//
//   tail-calls clean            every kind of lock and of guard
//   tail-calls dead PRIMITIVE   two threads take two of them in two orders
#ifndef __has_feature  // of clang; the headers of Dispatch ask it
#define __has_feature(name) 0
#endif
#ifndef __has_extension
#define __has_extension(name) 0
#endif
#include <dispatch/dispatch.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <thread>

static int value;
static dispatch_queue_t queue;

template <class Mutex> struct Pair {
  Mutex first, second;
};

template <class Mutex> static void guarded(void *it) {
  std::lock_guard<Mutex> guard(*static_cast<Mutex *>(it));
  value++;
}
template <class Mutex> static void unique(void *it) {
  std::unique_lock<Mutex> guard(*static_cast<Mutex *>(it));
  value++;
}
template <class Mutex> static void take(void *it) { static_cast<Mutex *>(it)->lock(); }
template <class Mutex> static void give(void *it) { static_cast<Mutex *>(it)->unlock(); }

template <class Mutex> static bool clean(const char *name) {
  static Mutex global;
  Mutex *heap = new Mutex;
  Mutex local;
  Mutex *all[] = {&global, heap, &local};
  int before = value;
  for (Mutex *mutex : all) {
    std::thread first([mutex] { std::lock_guard<Mutex> guard(*mutex); value++; });
    std::thread second([mutex] { std::unique_lock<Mutex> guard(*mutex); value++; });
    dispatch_sync_f(queue, mutex, guarded<Mutex>);
    dispatch_barrier_async_f(queue, mutex, unique<Mutex>);
    dispatch_sync_f(queue, mutex, take<Mutex>);
    value++;
    dispatch_sync_f(queue, mutex, give<Mutex>);
    first.join();
    second.join();
    auto result = std::async(std::launch::async, [mutex] { std::scoped_lock guard(*mutex); value++; });
    result.get();
    std::once_flag flag;
    std::call_once(flag, [mutex] { std::lock_guard<Mutex> guard(*mutex); value++; });
  }
  dispatch_sync_f(queue, heap, guarded<Mutex>);
  delete heap;
  if (value - before == 22) return true;
  return std::printf("%s: %d sections\n", name, value - before), false;
}

template <class Shared> static bool cleanShared() {
  Shared mutex;
  auto reader = [&] { std::shared_lock<Shared> guard(mutex); };
  auto writer = [&] { std::unique_lock<Shared> guard(mutex); };
  std::thread threads[] = {std::thread(reader), std::thread(writer), std::thread(reader), std::thread(writer)};
  for (auto &thread : threads) thread.join();
  return true;
}

template <class Condition> static bool cleanCondition() {
  std::mutex mutex;
  Condition condition;
  bool ready = false;
  std::thread waiter([&] {
    std::unique_lock<std::mutex> guard(mutex);
    condition.wait(guard, [&] { return ready; });
  });
  std::thread timed([&] {
    std::unique_lock<std::mutex> guard(mutex);
    condition.wait_for(guard, std::chrono::hours(1), [&] { return ready; });
  });
  {
    std::lock_guard<std::mutex> guard(mutex);
    ready = true;
  }
  std::thread([&] { condition.notify_all(); }).join();
  waiter.join();
  timed.join();
  return true;
}

template <class Mutex> static int dead() {
  static Pair<Mutex> pair;
  std::thread forward([] {
    std::lock_guard<Mutex> outer(pair.first);
    std::lock_guard<Mutex> inner(pair.second);
  });
  std::thread backward([] {
    dispatch_sync_f(queue, &pair.second, take<Mutex>);
    std::unique_lock<Mutex> inner(pair.first);
    inner.unlock();
    dispatch_sync_f(queue, &pair.second, give<Mutex>);
  });
  forward.join();
  backward.join();
  return 0;
}

static int deadCondition() {
  static std::mutex mutex;
  static std::condition_variable condition;
  std::thread waiter([] {
    std::unique_lock<std::mutex> guard(mutex);
    condition.wait(guard);
  });
  std::thread([] { condition.notify_one(); }).join();  // may come before the wait
  waiter.join();
  return 0;
}

int main(int argc, char **argv) {
  queue = dispatch_queue_create("queue", DISPATCH_QUEUE_CONCURRENT);
  const char *verb = argc > 1 ? argv[1] : "", *name = argc > 2 ? argv[2] : "";
  if (!std::strcmp(verb, "clean")) {
    return clean<std::mutex>("mutex") && clean<std::recursive_mutex>("recursive_mutex")
        && clean<std::timed_mutex>("timed_mutex") && clean<std::recursive_timed_mutex>("recursive_timed_mutex")
        && clean<std::shared_mutex>("shared_mutex") && clean<std::shared_timed_mutex>("shared_timed_mutex")
        && cleanShared<std::shared_mutex>() && cleanShared<std::shared_timed_mutex>()
        && cleanCondition<std::condition_variable>() && cleanCondition<std::condition_variable_any>() ? 0 : 1;
  }
  if (std::strcmp(verb, "dead")) return 64;
  if (!std::strcmp(name, "mutex")) return dead<std::mutex>();
  if (!std::strcmp(name, "recursive_mutex")) return dead<std::recursive_mutex>();
  if (!std::strcmp(name, "timed_mutex")) return dead<std::timed_mutex>();
  if (!std::strcmp(name, "shared_mutex")) return dead<std::shared_mutex>();
  if (!std::strcmp(name, "condition")) return deadCondition();
  return 64;
}
