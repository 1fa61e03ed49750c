// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a reader must know before using an answer: that the launch did nothing, or that a guessed argument decides it.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::profile {

enum class MarkKind : std::uint8_t {
  empty,             ///< no thread loaded or stored anything in global memory
  overflow,          ///< a product of sizes that decides which threads work does not fit its type
  work_contents,     ///< a loop or a branch depends on the guessed contents of buffers
  work_value,        ///< a loop or a branch depends on guessed numbers
  traffic_contents,  ///< addresses depend on the guessed contents of buffers
  traffic_value,     ///< addresses wrap around at guessed numbers: a[i % n]
  guessed_struct,    ///< a struct that the kernel reads is guessed: zero bytes
  guessed_again,     ///< the first guess gave no launch that ends; smaller numbers were taken
  waits,             ///< loops that wait for other threads, whose time is not known
  untimed,           ///< calls of malloc, free and printf, whose own time is not known
  beyond_end,        ///< an access beyond the last element of a buffer, within its allocation
};

struct Mark {
  MarkKind kind{};
  std::vector<std::string> arguments;  ///< what it is about, by name
  std::string place;                   ///< "spmv.cu:12" of the first place in the source, or of the PTX; may be empty
  std::string text;  ///< one line: "the work depends on the guessed contents of `row_offsets` (spmv.cu:12)"
};

/// Whether the mark is that a guess decides the answer.
[[nodiscard]] bool is_of_guess(MarkKind kind);
/// Whether something that takes time is not counted, so that a prediction is a lower bound.
[[nodiscard]] bool is_lower_bound(MarkKind kind);
[[nodiscard]] bool is_lower_bound(const std::vector<Mark>& marks);
/// "empty", "overflow", "work_contents", ...
[[nodiscard]] std::string_view name_of(MarkKind kind);

}  // namespace forewarp::profile
