// Licensed under the Apache License, Version 2.0; see LICENSE.
// Where borrowed threads work, and how code that runs on them is kept out of the sanitizers' sight.
#ifndef GCDC_PLATFORM_H
#define GCDC_PLATFORM_H

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(GCDC_OTHER_PLATFORM)
#define GCDC_SUPPORTED 1
#else
#define GCDC_SUPPORTED 0
#endif

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
#define GCDC_THREAD_SANITIZER 1
#else
#define GCDC_THREAD_SANITIZER 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define GCDC_ADDRESS_SANITIZER 1
#else
#define GCDC_ADDRESS_SANITIZER 0
#endif

#if defined(__has_attribute) && __has_attribute(disable_sanitizer_instrumentation)
/// Instrumented code of ours would make happens-before edges, and shadow-stack entries that a switch never
/// pops.
#define GCDC_PLAIN __attribute__((disable_sanitizer_instrumentation))
#else
#define GCDC_PLAIN __attribute__((no_sanitize_thread, no_sanitize_address))
#endif
#endif
