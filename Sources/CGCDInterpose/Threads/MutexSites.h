// Licensed under the Apache License, Version 2.0; see LICENSE.
// The calls by which a Mutex of the module Synchronization asks for the id of its thread.
#ifndef CGCD_MUTEX_SITES_H
#define CGCD_MUTEX_SITES_H
#include "Addresses.h"

#if GCDC_INTERPOSES
/// Whether the call that returns here asks for the id at each lock and unlock, since `gcdc_watch_mutexes`.
GCDC_HIDDEN bool gcdc_is_mutex_site(gcdc_site site);
#endif
#endif
