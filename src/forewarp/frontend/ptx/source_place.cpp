// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/source_place.hpp"

#include <algorithm>
#include <array>

#include "forewarp/frontend/ptx/detail/inlined_loc.hpp"

namespace forewarp::ptx {
namespace detail {

std::string_view name_of_file(const Module& module, std::uint32_t file) {
  return file < module.files.size() ? std::string_view(module.files[file]) : std::string_view();
}

const Loc* inlined_loc_at(const Function& function, const Loc::Place& place) {
  const auto found = std::find_if(function.locs.begin(), function.locs.end(), [&](const Loc& l) {
    return l.inlined_at.line > 0 && l.file == place.file && l.line == place.line && l.column == place.column;
  });
  return found == function.locs.end() ? nullptr : &*found;
}

}  // namespace detail

namespace {

bool is_compilers_header(std::string_view file) {
  constexpr std::array<std::string_view, 4> folders{"/cuda/", "/cuda-", "/lib/clang/", "/nvidia/"};
  return file.starts_with("/usr/") || file.starts_with("/opt/") ||
         std::any_of(folders.begin(), folders.end(), [&](auto f) { return file.find(f) != std::string_view::npos; });
}

}  // namespace

std::optional<SourcePlace> source_place(const Module& module, const Function& function,
                                        const Instruction& instruction) {
  if (instruction.loc < 0 || static_cast<std::size_t>(instruction.loc) >= function.locs.size()) return std::nullopt;
  const Loc* loc = &function.locs[static_cast<std::size_t>(instruction.loc)];
  SourcePlace place{detail::name_of_file(module, loc->file), loc->line};
  for (std::size_t level = 0; level < detail::max_inline_levels && loc && loc->inlined_at.line > 0; ++level) {
    if (!is_compilers_header(place.file)) break;
    place = {detail::name_of_file(module, loc->inlined_at.file), loc->inlined_at.line};
    loc = detail::inlined_loc_at(function, loc->inlined_at);
  }
  return place;
}

}  // namespace forewarp::ptx
