// Licensed under the Apache License, Version 2.0; see LICENSE.
// The operations that a task of a run can make: names and numbers, for C and for Swift.
#ifndef CGCD_OPERATIONS_H
#define CGCD_OPERATIONS_H
#include <stddef.h>

/// F(name in C, name in Swift, number). `OperationKind` of GCDVocabulary is a native enum of Swift with the
/// same rows, since one that is imported from C compares through a witness table where nothing is optimised;
/// a test compares the two row by row. Numbers are part of the trace hash: never reused, never changed.
#define GCDC_OPERATIONS(F) \
  F(NONE, none, 0) \
  /* Blocks */ \
  F(BEGIN, begin, 1) \
  F(END, end, 2) \
  F(ASYNC, async, 3) \
  F(BARRIER_ASYNC, barrierAsync, 4) \
  F(ARRIVE, arrive, 5) \
  F(SYNC, sync, 6) \
  F(BARRIER_SYNC, barrierSync, 7) \
  F(ACQUIRE, acquire, 8) \
  F(END_SYNC, endSync, 9) \
  F(ASYNC_AND_WAIT, asyncAndWait, 10) \
  F(BARRIER_ASYNC_AND_WAIT, barrierAsyncAndWait, 11) \
  /* Groups */ \
  F(ENTER, enter, 16) \
  F(LEAVE, leave, 17) \
  F(GROUP_WAIT, groupWait, 18) \
  F(GROUP_WAKE, groupWake, 19) \
  F(NOTIFY, notify, 20) \
  /* Semaphores */ \
  F(SIGNAL, signal, 24) \
  F(WAIT, wait, 25) \
  /* Objects */ \
  F(SUSPEND, suspend, 32) \
  F(RESUME, resume, 33) \
  F(ACTIVATE, activate, 34) \
  F(RETARGET, retarget, 35) \
  /* Sources */ \
  F(SET_TIMER, setTimer, 40) \
  F(CANCEL, cancel, 41) \
  F(FIRE, fire, 42) \
  F(MERGE_DATA, mergeData, 43) \
  /* Locks */ \
  F(LOCK, lock, 48) \
  F(TRY_LOCK, tryLock, 49) \
  F(UNLOCK, unlock, 50) \
  F(CONDITION_WAIT, conditionWait, 51) \
  F(CONDITION_WAKE, conditionWake, 52) \
  F(SIGNAL_CONDITION, signalCondition, 53) \
  F(BROADCAST_CONDITION, broadcastCondition, 54) \
  F(ONCE_BEGIN, onceBegin, 55) \
  F(ONCE_END, onceEnd, 56) \
  F(FUTEX_WAIT, futexWait, 57) \
  F(FUTEX_WAKE, futexWake, 58) \
  /* Time */ \
  F(SLEEP, sleep, 64) \
  F(YIELD, yield, 65) \
  F(TIME_PASSES, timePasses, 66) \
  F(EXIT, exit, 67) \
  /* Variables of scenario files */ \
  F(READ, read, 72) \
  F(WRITE, write, 73) \
  /* Descriptors */ \
  F(READ_DESCRIPTOR, readDescriptor, 104) \
  F(WRITE_DESCRIPTOR, writeDescriptor, 105) \
  F(POLL, poll, 106) \
  F(SELECT, select, 107) \
  F(EPOLL_WAIT, epollWait, 108) \
  F(ACCEPT, accept, 109) \
  F(CONNECT, connect, 110) \
  F(RECEIVE, receive, 111) \
  F(SEND, send, 112) \
  F(CLOSE, close, 113) \
  F(TIMER_EXPIRES, timerExpires, 114) \
  F(EVENT_ARRIVES, eventArrives, 115) \
  F(CANCEL_AND_WAIT, cancelAndWait, 116) \
  F(CANCEL_DONE, cancelDone, 117) \
  F(SEND_SIGNAL, sendSignal, 118) \
  F(SOURCE_INSTALLS, sourceInstalls, 119) \
  /* Calls that are made again until they succeed */ \
  F(WAIT_FOR_PROCESS, waitForProcess, 144) \
  F(LOCK_FILE, lockFile, 145) \
  F(RECEIVE_MESSAGE, receiveMessage, 146) \
  F(SEND_MESSAGE, sendMessage, 147) \
  F(CHANGE_SEMAPHORES, changeSemaphores, 148) \
  F(WAIT_FOR_SIGNAL, waitForSignal, 149) \
  F(CHANGE_FILES, changeFiles, 150) \
  F(LOOK_FOR_FILE, lookForFile, 151) \
  /* Work items */ \
  F(ITEM_CANCEL, itemCancel, 136) \
  F(ITEM_TEST_CANCEL, itemTestCancel, 137) \
  F(ITEM_WAIT, itemWait, 138) \
  F(ITEM_WAKE, itemWake, 139) \
  F(ITEM_NOTIFY, itemNotify, 140) \
  F(ITEM_END, itemEnd, 141) \
  /* Main queue and run loops */ \
  F(BEGIN_ON_MAIN, beginOnMain, 120) \
  F(HOSTING, hosting, 121) \
  F(ENTER_MAIN, enterMain, 122) \
  /* Threads */ \
  F(CREATE_THREAD, createThread, 80) \
  F(JOIN, join, 81) \
  F(TRY_JOIN, tryJoin, 82) \
  F(DETACH_THREAD, detachThread, 83) \
  F(CANCEL_THREAD, cancelThread, 84) \
  F(INTERRUPTED, interrupted, 85) \
  /* Read-write locks */ \
  F(READ_LOCK, readLock, 88) \
  F(WRITE_LOCK, writeLock, 89) \
  F(TRY_READ_LOCK, tryReadLock, 90) \
  F(TRY_WRITE_LOCK, tryWriteLock, 91) \
  F(UNLOCK_READ_WRITE, unlockReadWrite, 92) \
  /* Barriers */ \
  F(BARRIER_WAIT, barrierWait, 96) \
  F(BARRIER_WAKE, barrierWake, 97) \
  /* Swift tasks */ \
  F(ENTER_ACTOR, enterActor, 160) \
  F(AWAIT_RESUMPTION, awaitResumption, 161) \
  F(RESUME_TASK, resumeTask, 162) \
  F(CANCEL_TASK, cancelTask, 163) \
  F(LEAVE_ACTOR, leaveActor, 164) \
  F(MAKE_TASK, makeTask, 166) \
  F(END_TASK, endTask, 167) \
  F(AWAIT_TASK, awaitTask, 168) \
  F(AWAIT_GROUP, awaitGroup, 169) \
  F(USE_STREAM, useStream, 170) \
  F(AWAIT_ELEMENT, awaitElement, 171)

#define GCDC_OPERATION_NUMBER(name, swift_name, number) GCDC_OPERATION_##name = number,
typedef enum { GCDC_OPERATIONS(GCDC_OPERATION_NUMBER) } gcdc_operation;
#undef GCDC_OPERATION_NUMBER

/// The name in Swift of the operation with this number; NULL where there is none. Two rows with one number
/// do not compile.
static inline const char *_Nullable gcdc_operation_name(int number) {
#define GCDC_OPERATION_NAME(name, swift_name, number) case number: return #swift_name;
  switch (number) { GCDC_OPERATIONS(GCDC_OPERATION_NAME) }
#undef GCDC_OPERATION_NAME
  return NULL;
}
#endif
