// Licensed under the Apache License, Version 2.0; see LICENSE.
import Foundation
import Testing

/// `gcdcheck run --corpus`: nights of a whole program.
@Suite struct ProgramCorpusTests {
  let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  /// Four threads write down in which order they came; one order is the defect.
  private static let source = """
    #include <pthread.h>
    #include <stdlib.h>
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int order;
    static void *come(void *number) {
      pthread_mutex_lock(&lock);
      order = order * 10 + (int)(long)number;
      pthread_mutex_unlock(&lock);
      return NULL;
    }
    int main(void) {
      pthread_t threads[4];
      for (long i = 0; i < 4; i++) pthread_create(&threads[i], NULL, come, (void *)(i + 1));
      for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
      return order == RARE;
    }

    """

  private func build(_ rare: Int) throws -> String {
    let file = try scratch.write(Self.source, to: "orders.c")
    let built = try Compiler.compile(file, ["-DRARE=\(rare)"], in: scratch)
    return built
  }

  private func night(_ program: String, _ arguments: [String] = []) throws -> ToolRun {
    try ToolRun(
      ["--schedules", "30", "--strategy", "surw", "--corpus", "nights"] + arguments + ["--", program],
      in: scratch)
  }

  private func number(in run: ToolRun) -> Int? {
    run.output.firstMatch(of: /found in schedule ([0-9]+) of/).flatMap { Int($0.1) }
  }

  @Test func nightsOfAProgramFindWhatOneLongRunFinds() throws {
    let program = try build(4213)
    let long = try ToolRun(["--schedules", "500", "--strategy", "surw", "--", program], in: scratch)
    let wanted = try #require(number(in: long), "\(long.output)\(long.errors)")
    for _ in 0..<(wanted - 2) / 29 {
      let run = try night(program)
      #expect(run.status == 0 && run.output.contains("ran 29 schedules not in it"), "\(run.output)")
    }
    let last = try night(program, ["--jobs", "2"])
    #expect(last.status == 1 && number(in: last) == wanted, "\(last.output)")
    let red = try night(program, ["--keep-going"])
    #expect(red.status == 1 && red.output.contains("found in a schedule of the corpus"), "\(red.output)")
    // Another program under the same name: all that was kept is new to it, and none of its own is left out.
    let mended = try night(try build(0))
    #expect(mended.status == 0, "\(mended.output)")
    #expect(mended.output.contains("new to the program, ran 29 schedules not in it"), "\(mended.output)")
  }
}
