// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The filter of system calls: a program of the kernel's packet filter, which compares the call's number with each that
/// is refused.
#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

#include "forewarp/support/error.hpp"
#include "serve/sandbox.hpp"

namespace forewarp::serve {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t machine = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t machine = 0;
#endif
constexpr std::uint32_t first_of_x32 = 0x40000000;  ///< a second set of numbers on x86-64

constexpr std::array refused{SYS_socket,
                             SYS_connect,
                             SYS_bind,
                             SYS_listen,
                             SYS_accept,
                             SYS_accept4,
                             SYS_ptrace,
                             SYS_process_vm_readv,
                             SYS_process_vm_writev,
                             SYS_mount,
                             SYS_umount2,
                             SYS_pivot_root,
                             SYS_chroot,
                             SYS_unshare,
                             SYS_setns,
                             SYS_bpf,
                             SYS_perf_event_open,
                             SYS_keyctl,
                             SYS_add_key,
                             SYS_request_key,
                             SYS_userfaultfd,
                             SYS_open_by_handle_at,
                             SYS_init_module,
                             SYS_finit_module,
                             SYS_kexec_load,
                             SYS_reboot,
                             SYS_swapon,
                             SYS_io_uring_setup,
                             SYS_pidfd_getfd};

sock_filter load(std::size_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)); }
sock_filter result(std::uint32_t value) { return BPF_STMT(BPF_RET | BPF_K, value); }
/// Passes over so many of the next where the value equals.
sock_filter skip_if_equal(std::uint32_t value, std::uint8_t count) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, count, 0);
}
sock_filter skip_if_below(std::uint32_t value, std::uint8_t count) {
  return BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, value, 0, count);
}

std::vector<sock_filter> filter() {
  constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
  std::vector<sock_filter> program = {
      load(offsetof(seccomp_data, arch)), skip_if_equal(machine, 1),      result(refuse),
      load(offsetof(seccomp_data, nr)),   skip_if_below(first_of_x32, 1), result(refuse)};
  for (const long number : refused) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 1));
    program.push_back(result(refuse));
  }
  program.push_back(result(SECCOMP_RET_ALLOW));
  return program;
}

}  // namespace

void refuse_system_calls() {
  if (machine == 0) return;
  std::vector<sock_filter> program = filter();
  const sock_fprog whole{static_cast<unsigned short>(program.size()), program.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &whole) != 0)
    throw Unavailable(fmt::format("cannot filter system calls: {}", std::strerror(errno)));
}

}  // namespace forewarp::serve
