// Licensed under the Apache License, Version 2.0; see LICENSE.
// File descriptors and signals, as the engine asks the kernel for them. Linux only.
#ifndef CGCD_DESCRIPTORS_INTERFACE_H
#define CGCD_DESCRIPTORS_INTERFACE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A descriptor that is waited for: laid out as struct pollfd.
typedef struct {
  int descriptor;
  short events;
  short found;
} gcdc_awaited;

/// How many of them are ready now, at most after `milliseconds` of real time; `found` is filled. Signals do
/// not end it.
int gcdc_poll_really(gcdc_awaited *_Nonnull awaited, size_t count, int milliseconds);
/// What a descriptor is, by its own looks.
typedef enum { GCDC_DESCRIPTOR_BAD = 0, GCDC_DESCRIPTOR_FILE = 1, GCDC_DESCRIPTOR_PIPE = 2,
               GCDC_DESCRIPTOR_SOCKET = 3, GCDC_DESCRIPTOR_EVENT = 4, GCDC_DESCRIPTOR_EPOLL = 5,
               GCDC_DESCRIPTOR_TIMER = 6, GCDC_DESCRIPTOR_DEVICE = 7, GCDC_DESCRIPTOR_OTHER = 8,
               // What calls wait for that has no descriptor.
               GCDC_DESCRIPTOR_PROCESS = 9, GCDC_DESCRIPTOR_MESSAGES = 10, GCDC_DESCRIPTOR_SEMAPHORES = 11,
               // Also both ends of a pseudo-terminal.
               GCDC_DESCRIPTOR_TERMINAL = 12,
               GCDC_DESCRIPTOR_SIGNALS = 13,
               // Signals whose handlers run, by the call that waits for them.
               GCDC_DESCRIPTOR_PAUSE = 14, GCDC_DESCRIPTOR_SUSPENSION = 15
} gcdc_descriptor_kind;
gcdc_descriptor_kind gcdc_kind_of_descriptor(int descriptor, uint64_t *_Nonnull inode);
/// Whether this process has the other end open of the pipe that a descriptor is an end of: the end to which
/// one writes, or that from which one reads.
bool gcdc_other_end_is_here(int descriptor, bool is_writer);
/// Whether a connected socket of the loopback has its other end in this process.
bool gcdc_peer_is_here(int descriptor);
/// The descriptors that an epoll descriptor watches: stores at most `most`, returns how many there are.
size_t gcdc_epoll_members(int descriptor, int *_Nonnull members, size_t most);
/// A descriptor that a source watches.
typedef struct {
  int descriptor;
  bool is_writer, is_file, has_no_size;
  uint64_t inode, device;
} gcdc_watched;
/// What can be watched at all; false for a descriptor that libdispatch could not register either.
bool gcdc_watch_descriptor(gcdc_watched *_Nonnull watched, int descriptor, bool is_writer);
/// Whether its number is still that of the file that the source watches.
bool gcdc_watched_is_there(const gcdc_watched *_Nonnull watched);
/// The source watches what the number is now of.
void gcdc_watched_renew(gcdc_watched *_Nonnull watched);
/// Whether there is an event now.
bool gcdc_watched_is_ready(const gcdc_watched *_Nonnull watched);
/// The same, and what libdispatch would report: the data, and whether it is the last event (hang-up).
bool gcdc_watched_event(const gcdc_watched *_Nonnull watched, uint64_t *_Nonnull data,
                        bool *_Nonnull is_last);
/// Catches a signal until gcdc_restore_signals; gcdc_collect_signals returns which came from outside, a bit
/// each, and forgets them.
void gcdc_catch_signal(int number);
uint64_t gcdc_collect_signals(void);
/// Gives every caught signal its former disposition back.
void gcdc_restore_signals(void);
/// Sends a signal to this process for real.
void gcdc_raise_really(int number);
/// A call that would have to wait, made again without waiting: true when it is over, whether well or not.
/// Made by the engine, too, on whatever thread of the run.
typedef bool (*gcdc_attempt)(void *_Nonnull context);
// The ends of processes that Foundation's Process has started, which threads of Foundation's own watch for.
/// Starts those threads, where the program can need them, so that no run does: with control off.
void gcdc_prepare_child_watch(void);
/// From now on, and no longer, they report the end of a process when the engine asks for it.
void gcdc_begin_child_watch(void);
void gcdc_end_child_watch(void);
/// Whether a process of the run is to be watched for whose end has not been reported.
bool gcdc_is_child_awaited(void);
/// Whether processes that this one has made still live, and none of them waits to be asked for.
bool gcdc_has_living_child(void);
/// Waits for at most so many real milliseconds until each process below this one waits for something, or has
/// ended; false if one still computes. Where that was so once it is not waited for again in the run.
bool gcdc_family_has_come_to_rest(int milliseconds);
/// A process below this one that waits for this one: it writes to a full pipe that can be read by
/// `descriptor`, or reads an empty one that can be written to by it.
typedef struct {
  char name[16];  // of its program, as the kernel cuts it
  int descriptor;
  bool writes;
} gcdc_stuck_child;

/// Whether all processes that this one has started, and those that they have, wait for each other or for this
/// one, and one of them for this one: fills the first such. Looks through /proc: some milliseconds.
bool gcdc_find_stuck_child(gcdc_stuck_child *_Nonnull child);
/// Where a process has ended, waits until Foundation's thread asks for its end: some real milliseconds.
void gcdc_await_child_report(void);
/// Whether the end of a process can be reported now.
bool gcdc_has_child_report(void);
/// Lets the end of one process be reported, which takes effect before it returns; false when none has ended.
bool gcdc_report_child_end(void);
/// Whether a thread of the run has locked, with flock, the file of this descriptor: no other process can have
/// it.
bool gcdc_file_is_locked_here(int descriptor);
/// A run is over: forgets which files its threads have locked, and unlocks them where it was abandoned.
void gcdc_release_file_locks(bool was_abandoned);
/// How many calls of all runs have moved data, by now.
uint64_t gcdc_transfers(void);
/// The name of the call that the carrier is in and that nothing models; NULL where there is none.
const char *_Nullable gcdc_foreign_wait(void);
/// Makes a timer descriptor readable now, or not readable and disarmed.
void gcdc_expire_timer(int descriptor);
void gcdc_quiet_timer(int descriptor);
/// This descriptor belongs to the engine: from now on the program neither closes nor replaces it.
void gcdc_keep_descriptor(int descriptor);
#endif
