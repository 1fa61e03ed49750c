// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a process that handles a stranger's source may do, before it reads any of it. Its children (compilers) inherit
/// all of this. Three mechanisms of Linux, none of which needs privileges:
///   resources    rlimits: processor time, address space, processes, size of files, open files, no core dumps
///   files        Landlock (Linux 5.13): nothing outside of the listed folders can be opened, whatever a source
///   includes system calls seccomp: no sockets, no tracing, no mounts, no kernel interfaces that the work does not need
#include <cstdint>
#include <filesystem>
#include <vector>

namespace forewarp::serve {

/// Address sanitizers reserve more addresses than any limit that is worth setting.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool limits_memory = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool limits_memory = false;
#else
inline constexpr bool limits_memory = true;
#endif
#else
inline constexpr bool limits_memory = true;
#endif

struct ResourceLimits {
  std::uint64_t cpu_s = 20;                             ///< of one question
  std::uint64_t memory_bytes = std::uint64_t{8} << 30;  ///< addresses of a process
  std::uint64_t processes = 256;                        ///< beyond those that the user has; root has no such limit
  std::uint64_t file_bytes = std::uint64_t{256} << 20;  ///< size of a file that is written
  std::uint64_t open_files = 256;
};

/// Sets all but the processor time. Throws Unavailable where the system refuses.
void limit_resources(const ResourceLimits& limits);

/// From now on this process, and each child from its start, may use so many seconds of processor time more.
void allow_cpu_seconds(std::uint64_t seconds);

/// Whether the kernel has Landlock and it is switched on.
[[nodiscard]] bool has_landlock();

/// Only these can be opened from now on: to read and execute, or to write, too. Those that do not exist are left out.
/// Throws Unavailable without Landlock.
void restrict_files(const std::vector<std::filesystem::path>& readable,
                    const std::vector<std::filesystem::path>& writable);

/// The system calls above fail with EPERM from now on, in all threads that are started later. Nothing on processors
/// other than x86-64 and AArch64. Throws Unavailable where the system refuses.
void refuse_system_calls();

/// The folders that compilers and the emulator read: the system's programs, libraries and headers, the toolkits that
/// are found on this machine, and what ships with forewarp.
[[nodiscard]] std::vector<std::filesystem::path> folders_to_read();

}  // namespace forewarp::serve
