// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/inline_frames.hpp"

#include <algorithm>
#include <charconv>

#include "forewarp/frontend/ptx/detail/inlined_loc.hpp"

namespace forewarp::ptx {
namespace {

constexpr std::string_view section_name = ".debug_str", bytes_directive = ".b8";
constexpr std::string_view between = " \t\r\n,";

/// The next word of the text, which is removed from it; empty at the end.
std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(between), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(between));
  text.remove_prefix(word.size());
  return word;
}

}  // namespace

/// "$L__info_string0:" is a label, ".b8 97,0" are bytes; anything else ends them.
InlineFrames::InlineFrames(const Module& module) : module_(module) {
  for (std::string_view section : module.sections) {
    const std::size_t open = section.find('{');
    if (open == std::string_view::npos || section.substr(0, open).find(section_name) == std::string_view::npos)
      continue;
    section = section.substr(open + 1, section.rfind('}') - open - 1);
    while (true) {
      const std::string_view word = next_word(section);
      if (word.empty()) break;
      unsigned value = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
      if (word.ends_with(':'))
        labels_.emplace_back(word.substr(0, word.size() - 1), strings_.size());
      else if (error == std::errc() && end == word.data() + word.size() && value < 256)
        strings_ += static_cast<char>(value);
      else if (word != bytes_directive)
        break;
    }
  }
}

std::string InlineFrames::name_of(const Loc& loc) const {
  const auto label = std::ranges::find(labels_, loc.function_name, &std::pair<std::string_view, std::size_t>::first);
  if (label == labels_.end() && loc.function_name != section_name) return "";
  const auto at = (label == labels_.end() ? 0 : label->second) + static_cast<std::size_t>(loc.function_name_offset);
  if (loc.function_name_offset < 0 || at >= strings_.size()) return "";
  return strings_.substr(at, strings_.find('\0', at) - at);
}

std::vector<InlineFrame> InlineFrames::of(const Function& function, const Instruction& instruction) const {
  std::vector<InlineFrame> frames;
  if (instruction.loc < 0 || static_cast<std::size_t>(instruction.loc) >= function.locs.size()) return frames;
  const Loc* loc = &function.locs[static_cast<std::size_t>(instruction.loc)];
  while (loc != nullptr && loc->inlined_at.line > 0 && frames.size() < detail::max_inline_levels) {
    frames.push_back({name_of(*loc), detail::name_of_file(module_, loc->inlined_at.file), loc->inlined_at.line});
    loc = detail::inlined_loc_at(function, loc->inlined_at);
  }
  return frames;
}

}  // namespace forewarp::ptx
