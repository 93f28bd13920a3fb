// Licensed under the Apache License, Version 2.0; see LICENSE.
// Foundation's operations, and calls of libraries that let others continue.
#ifndef CGCD_FOUNDATION_H
#define CGCD_FOUNDATION_H
#include <stdbool.h>
#include <stddef.h>
#include "CGCDTypes.h"

/// The part of `gcdc_hooks` that is about methods of Foundation and XCTest.
typedef struct {
  /// Before an operation begins to depend on another one.
  void (*_Nullable depends)(const void *_Nonnull operation, const void *_Nonnull other, gcdc_site site);
  /// An operation was made of a block.
  void (*_Nullable made)(const void *_Nonnull operation, gcdc_site site);
  /// Before so many operations are added to a queue.
  void (*_Nullable added)(void *_Nonnull *_Nonnull operations, size_t count, gcdc_site site);
  /// Before a queue of operations is suspended or not any more.
  void (*_Nullable queue_suspended)(const void *_Nonnull queue, bool is_suspended, gcdc_site site);
  /// Before the program makes a library's call that may let others continue.
  void (*_Nullable enters)(void);
  /// That call is over.
  void (*_Nullable returns)(gcdc_site site);
  /// Before the program looks at, or changes, the values of UserDefaults.
  void (*_Nullable stores)(bool is_change, gcdc_site site);
} gcdc_foundation_hooks;

/// Sees to it that these hooks are called, where the libraries are loaded. Once, before the first run.
void gcdc_watch_methods(void);
#endif
