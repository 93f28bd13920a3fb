// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Mean schedules to the first finding that others have published for a program of the same name.
///
/// Their programs are C code whose steps are memory accesses and locks; ours are translations to queues,
/// semaphores and threads: the figures are context and no comparison. Sources: the raw data of SURW (Zhao et
/// al., ASPLOS 2025, artifact 2a4c5de) for the first four and of RFF (Wolff et al., ASPLOS 2024, artifact
/// b717e06) for the last. Both count 20 trials; a row in which one of them has 1 is left out, since there the
/// first run of the tool fails whatever its strategy is.
struct PublishedFigure {
  let program: String
  /// In the order of `columns`; k of 20 in brackets where it is not 20, a dash = never, empty = not run.
  let figures: [String]

  static let columns = ["SURW", "PCT3", "POS", "random", "RFF"]

  static let all = [
    PublishedFigure(program: "token_ring", figures: ["8", "8", "9", "13", "5"]),
    PublishedFigure(program: "twostage_20", figures: ["6", "159", "156", "-", "22"]),
    PublishedFigure(program: "reorder_4", figures: ["7", "554", "533", "-", "6"]),
    PublishedFigure(program: "reorder_10", figures: ["17", "3225 (16)", "-", "-", "6"]),
    PublishedFigure(program: "reorder_50", figures: ["13", "3304 (6)", "-", "-", "6"]),
    PublishedFigure(program: "stringbuffer", figures: ["8", "281", "23", "2243 (19)", "15"]),
    PublishedFigure(program: "boundedBuffer", figures: ["9", "20", "5", "7", "8"]),
  ]
}
