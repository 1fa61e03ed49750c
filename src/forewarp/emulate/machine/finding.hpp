// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a check found wrong with an instruction of a kernel, and the list in which a launch that goes on keeps it.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::emu {

/// Which check finds it.
enum class FindingKind : std::uint8_t {
  memory,  ///< an access outside of all allocations, beyond the end of one, misaligned, or a store to constant memory
  init,    ///< a read of bytes that nothing has written
  race,    ///< two warps touch shared memory, one of them writing, with no barrier in between
  sync,    ///< a barrier that not all threads reach, or not the same one
  other    ///< of no check: a trap, an assertion, a limit
};

[[nodiscard]] std::string_view name_of(FindingKind kind);

struct Finding {
  FindingKind kind = FindingKind::other;
  std::string place;              ///< of the PTX, and of the source where known: "a.ptx:12 (a.cu:5)"
  std::string source;             ///< "a.cu:5"; empty where the compiler recorded none
  std::string message;            ///< what is wrong
  std::string who;                ///< block and thread of its first occurrence
  std::uint64_t address = 0;      ///< in device memory; 0 where it is about something else
  std::uint64_t count = 1;        ///< occurrences
  const void* code = nullptr;     ///< the instruction: its function
  std::uint32_t instruction = 0;  ///< and its number there
};

/// At most one entry per instruction and kind, in the order of their first occurrence.
class Findings {
 public:
  static constexpr std::size_t max_entries = 256;

  /// Counts one more occurrence of what is known already; false where it is new.
  bool count(FindingKind kind, const void* code, std::uint32_t instruction);
  void add(Finding finding);
  void merge(Findings&& later);
  void clear() { entries_.clear(); }
  [[nodiscard]] const std::vector<Finding>& entries() const { return entries_; }

 private:
  std::vector<Finding> entries_;
};

}  // namespace forewarp::emu
