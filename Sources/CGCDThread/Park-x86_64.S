// Licensed under the Apache License, Version 2.0; see LICENSE.
// A parked thread on the stack that it has lent, for debuggers, System V x86-64.
#if defined(__linux__) && defined(__x86_64__) && !defined(GCDC_OTHER_PLATFORM)

  .text
  .globl gcdcheck_parked_thread
  .hidden gcdcheck_parked_thread
  .type gcdcheck_parked_thread, @function
  .p2align 4
// void gcdcheck_parked_thread(const void *frame [rdi], uint32_t *word [rsi], uint32_t standing [edx])
// Waits with the stack pointer at `frame`, which a switch has left (its layout: Switch-x86_64.S), until *word
// is no longer `standing`. Nothing is written to that stack: its owner will continue with it.
gcdcheck_parked_thread:
  .cfi_startproc
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %rbx, 0
  pushq %r12
  .cfi_adjust_cfa_offset 8
  .cfi_rel_offset %r12, 0
  movq %rsp, %rbx
  movl %edx, %r12d
  .cfi_remember_state
  movq %rdi, %rsp
  // What called the switch is shown as the caller of this.
  .cfi_def_cfa %rsp, 64
  .cfi_offset %rip, -8
  .cfi_offset %rbp, -16
  .cfi_offset %rbx, -24
  .cfi_offset %r12, -32
  .cfi_offset %r13, -40
  .cfi_offset %r14, -48
  .cfi_offset %r15, -56
  movq %rsi, %rdi
  movl %r12d, (%rdi)
1:
  // futex(word, FUTEX_WAIT_PRIVATE, standing, no timeout)
  movl $202, %eax
  movl $128, %esi
  movl %r12d, %edx
  xorl %r10d, %r10d
  syscall
  cmpl %r12d, (%rdi)
  je 1b
  movq %rbx, %rsp
  .cfi_restore_state
  popq %r12
  .cfi_adjust_cfa_offset -8
  .cfi_restore %r12
  popq %rbx
  .cfi_adjust_cfa_offset -8
  .cfi_restore %rbx
  ret
  .cfi_endproc
  .size gcdcheck_parked_thread, . - gcdcheck_parked_thread
#endif

#if defined(__linux__) && defined(__x86_64__)
  .section .note.GNU-stack, "", @progbits
#endif
