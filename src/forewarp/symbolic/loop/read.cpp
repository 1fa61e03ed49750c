// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/read.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/symbolic/loop/parse.hpp"
#include "forewarp/symbolic/loop/transform/apply.hpp"

namespace forewarp::loop {

/// Transformations are applied one after the other to the program above the line "---"; each may
/// rely on the names that those before it have made (i_out after split i 16).
Program parse(std::string_view text, const std::string& file_name) {
  ParsedFile file = parse_file(text, file_name);
  for (const auto& [line, where] : file.transformations) file.program = apply(file.program, line, where);
  return std::move(file.program);
}

Program read(const std::filesystem::path& path) { return parse(read_file(path, std::size_t{1} << 20), path.string()); }

std::string to_text(const Program& program) {
  if (program.source.empty())
    throw InputError(fmt::format("{}: the program was not read from text, so there is no text of it", program.name));
  std::string text = program.source;
  if (!text.ends_with('\n')) text += '\n';
  if (program.transformations.empty()) return text;
  text += "---\n";
  for (const std::string& line : program.transformations) text += line + "\n";
  return text;
}

}  // namespace forewarp::loop
