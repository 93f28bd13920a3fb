// Licensed under the Apache License, Version 2.0; see LICENSE.

/// The programs: each has choices at every schedule, and says nothing.
enum ProgramSources {
  /// Two threads of its own and a lock.
  static let threads = """
    #include <pthread.h>

    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int sum;

    static void *add(void *unused) {
      pthread_mutex_lock(&lock);
      sum += 1;
      pthread_mutex_unlock(&lock);
      return unused;
    }

    int main(void) {
      pthread_t threads[2];
      for (int index = 0; index < 2; index++) pthread_create(&threads[index], 0, add, 0);
      for (int index = 0; index < 2; index++) pthread_join(threads[index], 0);
      return sum == 2 ? 0 : 1;
    }

    """

  /// Ten blocks with a sync each.
  static let c = """
    #include <dispatch/dispatch.h>

    int main(void) {
      dispatch_queue_t ledger = dispatch_queue_create("ledger", DISPATCH_QUEUE_SERIAL);
      dispatch_group_t group = dispatch_group_create();
      __block int sum = 0;
      for (int amount = 1; amount <= 10; amount++) {
        dispatch_group_async(group, dispatch_get_global_queue(0, 0), ^{
          dispatch_sync(ledger, ^{ sum += amount; });
        });
      }
      dispatch_group_wait(group, DISPATCH_TIME_FOREVER);
      return sum == 55 ? 0 : 1;
    }

    """

  static let swift = blocks(importing: "Dispatch", adding: "amount")

  /// The same, so that the difference is what Foundation brings.
  static let foundation = blocks(importing: "Foundation", adding: "NSNumber(value: amount).intValue")

  private static func blocks(importing module: String, adding amount: String) -> String {
    """
    import \(module)

    let ledger = DispatchQueue(label: "ledger")
    let group = DispatchGroup()
    var sum = 0
    for amount in 1...10 {
      DispatchQueue.global().async(group: group) { ledger.sync { sum += \(amount) } }
    }
    group.wait()
    precondition(sum == 55)

    """
  }
}
