// Licensed under the Apache License, Version 2.0; see LICENSE.
// What the standard library of C++20 offers besides locks. Each case is one program; the table of verdicts
// says what has to be said about it.
#include <dispatch/dispatch.h>
#include "cases.h"
#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <coroutine>
#include <future>
#include <latch>
#include <memory_resource>
#include <mutex>
#include <queue>
#include <semaphore>
#include <shared_mutex>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>
using namespace std::chrono_literals;

static std::mutex mutex, other;
static std::condition_variable told;
static std::condition_variable_any any;

CASE(stops_a_thread) {
  std::jthread thread([](std::stop_token stop) {
    while (!stop.stop_requested()) std::this_thread::sleep_for(1s);
    runs++;
  });
  std::this_thread::sleep_for(10s);
  thread.request_stop(), thread.join();
  return runs != 1;
}
CASE(stops_a_waiting_thread) {
  std::jthread thread([](std::stop_token stop) {
    std::unique_lock<std::mutex> lock(mutex);
    bool done = any.wait(lock, stop, [] { return false; });
    runs = done ? 2 : 1;
  });
  std::stop_callback called(thread.get_stop_token(), [] { count(nullptr); });
  thread.request_stop(), thread.join();
  return runs < 1;
}
CASE(counts_down) {
  std::latch ready(3), go(1);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; i++) threads.emplace_back([&] { ready.count_down(), go.wait(), count(nullptr); });
  ready.wait(), go.count_down();
  for (auto &thread : threads) thread.join();
  return runs != 3;
}
CASE(forgets_to_count_down) {
  std::latch ready(3);
  std::thread first([&] { ready.count_down(); }), second([&] { ready.count_down(); });
  ready.wait();
  return first.join(), second.join(), 0;
}
CASE(meets_in_phases) {
  std::barrier phase(3, []() noexcept { count(nullptr); });
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([&] { for (int j = 0; j < 4; j++) phase.arrive_and_wait(); });
  threads.clear();
  return runs != 4;
}
CASE(takes_permits) {
  std::counting_semaphore<4> permits(0);
  std::jthread thread([&] { for (int i = 0; i < 4; i++) permits.release(); });
  for (int i = 0; i < 4; i++) permits.acquire();
  return permits.try_acquire() || permits.try_acquire_for(5s);
}
CASE(forgets_a_permit) {
  std::binary_semaphore permit(0);
  return permit.acquire(), 0;
}
CASE(awaits_an_atomic) {
  std::atomic<int> turn = 0;
  std::jthread thread([&] { turn.wait(0), turn = 2, turn.notify_all(); });
  turn = 1, turn.notify_one();
  for (int now = 1; now != 2; now = turn.load()) turn.wait(1);
  return 0;
}
CASE(awaits_an_atomic_for_ever) {
  std::atomic<int> turn = 0;
  std::jthread thread([&] { turn.store(0); });
  return turn.wait(0), 0;
}
CASE(keeps_promises) {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::jthread thread([&] { promise.set_value(42); });
  auto launched = std::async(std::launch::async, [] { return std::string("async"); });
  auto lazy = std::async(std::launch::deferred, [] { return 1; });
  std::packaged_task<int(int)> task([](int value) -> int { throw std::runtime_error("task"); });
  auto failed = task.get_future();
  std::jthread runner(std::move(task), 1);
  try { failed.get(); return 2; } catch (const std::runtime_error &) {}
  return answer.get() != 42 || launched.get() != "async" || lazy.get() != 1;
}
CASE(breaks_a_promise) {
  std::future<int> answer;
  { std::promise<int> promise; answer = promise.get_future(); }
  try { answer.get(); return 2; } catch (const std::future_error &) { return 0; }
}
CASE(forgets_a_promise) {
  std::promise<int> promise;
  return promise.get_future().get();
}
CASE(asks_a_future_in_time) {
  auto slow = std::async(std::launch::async, [] { std::this_thread::sleep_for(100s); return 7; });
  if (slow.wait_for(10s) != std::future_status::timeout) return 2;
  return slow.get() != 7;
}
CASE(calls_once_more) {
  std::once_flag flag;
  std::vector<std::jthread> threads;
  std::atomic<int> tries = 0;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([&] {
      try { std::call_once(flag, [&] { if (tries++ == 0) throw 1; count(nullptr); }); } catch (int) {}
    });
  threads.clear();
  return runs != 1;
}
CASE(locks_two_at_once) {
  std::jthread first([] { for (int i = 0; i < 3; i++) { std::scoped_lock lock(mutex, other); runs++; } });
  for (int i = 0; i < 3; i++) { std::scoped_lock lock(other, mutex); runs++; }
  return first.join(), runs != 6;
}
CASE(locks_two_one_by_one) {
  std::jthread first([] { std::lock_guard a(mutex); std::lock_guard b(other); runs++; });
  std::lock_guard b(other);
  std::lock_guard a(mutex);
  return 0;
}
CASE(shares_a_lock) {
  std::shared_mutex shared;
  std::shared_timed_mutex timed;
  int value = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([&, i] {
      if (i % 2) { std::unique_lock lock(shared); value++; }
      else { std::shared_lock lock(shared); (void)value; }
    });
  threads.clear();
  std::unique_lock lock(timed);
  bool entered = true;
  std::jthread reader([&] { entered = timed.try_lock_shared_for(2s); });
  return reader.join(), entered || value != 2;
}
CASE(upgrades_a_shared_lock) {
  std::shared_mutex shared;
  std::shared_lock reader(shared);
  return shared.lock(), 0;
}
struct Value { ~Value() { std::lock_guard lock(mutex); runs++; } };
static thread_local Value value;
CASE(ends_thread_values) {
  for (int i = 0; i < 3; i++) std::thread([] { (void)&value; }).join();
  std::lock_guard lock(mutex);
  return runs != 3;
}
CASE(fills_a_queue) {
  std::queue<int> items;
  std::jthread producer([&] {
    for (int i = 1; i <= 5; i++) { { std::lock_guard l(mutex); items.push(i); } told.notify_one(); }
  });
  for (int sum = 0; sum != 15;) {
    std::unique_lock lock(mutex);
    told.wait(lock, [&] { return !items.empty(); });
    sum += items.front(), items.pop();
  }
  return 0;
}
CASE(asks_before_it_waits) {
  bool ready = false;
  std::jthread producer([&] { { std::lock_guard l(mutex); ready = true; } told.notify_one(); });
  { std::lock_guard l(mutex); if (ready) return 0; }
  std::unique_lock lock(mutex);
  return told.wait(lock), 0;
}
CASE(notifies_at_the_end_of_a_thread) {
  bool ready = false;
  std::thread([&] {
    std::unique_lock lock(mutex);
    ready = true;
    std::notify_all_at_thread_exit(told, std::move(lock));
  }).detach();
  std::unique_lock lock(mutex);
  return told.wait(lock, [&] { return ready; }), 0;
}
CASE(allocates_from_a_pool) {
  static std::atomic<int> sum = 0;
  std::pmr::synchronized_pool_resource pool;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; i++)
    threads.emplace_back([&] { std::pmr::vector<int> list(100, 1, &pool); sum += list[99]; });
  threads.clear();
  return sum != 3;
}
CASE(throws_in_a_thread) { return std::jthread([] { throw 1; }).join(), 0; }
CASE(sleeps_until_a_time) {
  auto start = std::chrono::steady_clock::now(), end = start + 24h;
  std::this_thread::sleep_until(end);
  auto day = std::chrono::system_clock::now();
  std::this_thread::sleep_until(day + 1h);
  return std::chrono::steady_clock::now() < end || std::chrono::system_clock::now() < day + 1h;
}
struct Coroutine {
  struct promise_type {
    Coroutine get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
struct Moves {
  bool await_ready() { return false; }
  void await_suspend(std::coroutine_handle<> handle) {
    dispatch_async_f(serial, handle.address(),
                     [](void *it) { std::coroutine_handle<>::from_address(it).resume(); });
  }
  void await_resume() {}
};
static Coroutine moves(dispatch_semaphore_t done) {
  for (int i = 0; i < 3; i++) { co_await Moves(); std::lock_guard lock(mutex); runs++; }
  dispatch_semaphore_signal(done);
}
CASE(moves_coroutines) {
  dispatch_semaphore_t done = dispatch_semaphore_create(0);
  Coroutine it = moves(done);
  return dispatch_semaphore_wait(done, DISPATCH_TIME_FOREVER) != 0 || runs != 3;
}

MAIN(EACH(stops_a_thread) EACH(stops_a_waiting_thread) EACH(counts_down) EACH(forgets_to_count_down)
     EACH(meets_in_phases) EACH(takes_permits) EACH(forgets_a_permit) EACH(awaits_an_atomic)
     EACH(awaits_an_atomic_for_ever) EACH(keeps_promises) EACH(breaks_a_promise) EACH(forgets_a_promise)
     EACH(asks_a_future_in_time) EACH(calls_once_more) EACH(locks_two_at_once) EACH(locks_two_one_by_one)
     EACH(shares_a_lock) EACH(upgrades_a_shared_lock) EACH(ends_thread_values) EACH(fills_a_queue)
     EACH(asks_before_it_waits) EACH(notifies_at_the_end_of_a_thread) EACH(allocates_from_a_pool)
     EACH(throws_in_a_thread) EACH(sleeps_until_a_time) EACH(moves_coroutines))
