// Licensed under the Apache License, Version 2.0; see LICENSE.

/// Each search is cancelled by the next one, and shows what it finds all the same.
struct Index: Sendable {
  func hits(_ text: String) async -> Int { text.count }
}

@MainActor final class Search {
  private let index = Index()
  private var last: Task<Void, Never>?
  private var all: [Task<Void, Never>] = []
  private(set) var shown = 0

  func type(_ text: String) {
    last?.cancel()
    let search = Task {
      let found = await index.hits(text)
      shown = found
    }
    last = search
    all.append(search)
  }

  func settle() async { for search in all { await search.value } }
}

let search = Search()
search.type("s")
search.type("sw")
await search.settle()
guard search.shown == 2 else { fatalError("shows what the older one has found") }

// says: first the task #1 made at an-older-search-answers-last.swift:16 enters main actor
