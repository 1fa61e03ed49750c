// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which device functions an instruction was inlined from, and where each was called: the places of .loc, from one
/// inlined_at to the next, with the names that the section .debug_str holds.
///
///     .loc 1 3 3, function_name $L__info_string1, inlined_at 1 7 3    weight, called at line 7
///     (line 7 itself: function_name $L__info_string0, inlined_at 1 15 5)    term, called at line 15
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::ptx {

struct InlineFrame {
  std::string function;   ///< that was inlined, as the compiler names it ("_Z6weightf"); empty where it is not known
  std::string_view file;  ///< of the call, from the .file directive; lives as long as the module
  std::uint32_t line = 0;
};

/// Frames of instructions of one module, which must live as long as this. Reading the names takes one pass over the
/// debug sections; what cannot be read there is a function without a name.
class InlineFrames {
 public:
  explicit InlineFrames(const Module& module);
  /// The innermost first; empty for what was not inlined, and without .loc.
  [[nodiscard]] std::vector<InlineFrame> of(const Function& function, const Instruction& instruction) const;

 private:
  [[nodiscard]] std::string name_of(const Loc& loc) const;

  const Module& module_;
  std::string strings_;                                           ///< the bytes of .debug_str
  std::vector<std::pair<std::string_view, std::size_t>> labels_;  ///< where in them, by name
};

}  // namespace forewarp::ptx
