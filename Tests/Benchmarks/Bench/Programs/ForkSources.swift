// Licensed under the Apache License, Version 2.0; see LICENSE.

/// What schedules are compared with: the processes that nothing with a process for each run goes below.
enum ForkSources {
  /// Of both, how many forks.
  static let variable = "PROGRAM_FORKS"

  private static let start = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <stdlib.h>
    #include <sys/wait.h>
    #include <unistd.h>

    /// Returns in each child, and ends the parent after the last one.
    static void fork_many_times(void) {
      const char *text = getenv("\(variable)");
      for (int left = text ? atoi(text) : 0; left > 0; left--) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) return;
        if (child < 0 || waitpid(child, &status, 0) != child || status != 0) _exit(3);
      }
      _exit(0);
    }

    """

  /// A small program whose forks end at once.
  static let bare = """
    \(start)
    int main(void) {
      fork_many_times();
      _exit(0);
    }

    """

  /// A library: the program that it is preloaded into runs its `main` in each of the forks, to its exit.
  static let preloaded = """
    \(start)
    typedef int (*main_function)(int, char **, char **);
    typedef int (*start_function)(
        main_function, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);

    static main_function program;

    static int forked_main(int count, char **arguments, char **environment) {
      // For this process alone, not for those that the program starts.
      unsetenv("LD_PRELOAD");
      fork_many_times();
      return program(count, arguments, environment);
    }

    int __libc_start_main(
        main_function main, int count, char **arguments, void (*begin)(void), void (*end)(void),
        void (*end_of_linker)(void), void *stack) {
      program = main;
      start_function real = (start_function)dlsym(RTLD_NEXT, "__libc_start_main");
      return real(forked_main, count, arguments, begin, end, end_of_linker, stack);
    }

    """
}
