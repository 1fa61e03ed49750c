// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/program_text.hpp"

#include "forewarp/frontend/source/parameter_names.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::kernel {
namespace {

constexpr std::size_t max_source_bytes = std::size_t{64} << 20;

}  // namespace

const std::string& ProgramText::file_text() {
  if (!file_text_) file_text_ = is_source() ? read_file(options_.path, max_source_bytes) : "";
  return *file_text_;
}

const std::vector<source::SourceText>& ProgramText::expanded() {
  if (expanded_) return *expanded_;
  expanded_.emplace();
  if (!is_source()) return *expanded_;
  try {
    expanded_ = compiler_->texts(options_);
  } catch (const Unavailable&) {  // no compiler: the PTX came with the source, and the file's own text must do
  }
  return *expanded_;
}

std::string short_name(std::string_view name, const ptx::Function& entry) {
  const std::string prefix = std::string(entry.name) + "_";
  return std::string(name.starts_with(prefix) ? name.substr(prefix.size()) : name);
}

std::vector<std::string> names_of_parameters(ProgramText& program, const ptx::Function& entry) {
  std::vector<std::string> names = source::parameter_names_of(entry.name, program.file_text());
  if (names.size() == entry.parameters.size()) return names;
  for (const source::SourceText& text : program.expanded()) {
    names = source::parameter_names_of(entry.name, text.text);
    if (names.size() == entry.parameters.size()) return names;
  }
  names.clear();
  for (const ptx::Variable& parameter : entry.parameters) names.push_back(short_name(parameter.name, entry));
  return names;
}

}  // namespace forewarp::kernel
