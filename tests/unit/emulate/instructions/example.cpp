// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/emulate/instructions/example.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "forewarp/frontend/ptx/opcode.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "source_dir.hpp"

namespace forewarp::emu::test {
namespace {

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::size_t begin = 0;
  for (std::size_t bar; (bar = line.find(" | ", begin)) != std::string::npos; begin = bar + 3)
    fields.push_back(line.substr(begin, bar - begin));
  fields.push_back(line.substr(begin));
  return fields;
}

}  // namespace

std::vector<Example> examples() {
  std::istringstream in(
      read_file(std::filesystem::path(forewarp::test::source_dir()) / "tests/unit/emulate/instructions/isa_9_0.txt"));
  std::vector<Example> rows;
  std::string chapter;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# ")) {
      chapter = line.substr(2);
      continue;
    }
    const auto fields = fields_of(line);
    if (fields.size() < 2 || fields.size() > 3) throw InputError("isa_9_0.txt: name | code | target expected: " + line);
    rows.push_back({chapter, fields[0], fields[1], fields.size() == 3 ? fields[2] : "sm_90a"});
  }
  if (rows.empty()) throw InputError("isa_9_0.txt has no rows");
  return rows;
}

std::string module_head(const std::string& target) {
  return fmt::format(
      ".version 9.0\n.target {}\n.address_size 64\n"
      ".func (.param .b32 result) twice(.param .b32 x) {{ .reg .b32 %v; ld.param.b32 %v, [x]; add.s32 %v, %v, %v; "
      "st.param.b32 [result], %v; ret; }}\n",
      target);
}

std::string kernel_of(const Example& example, const std::string& kernel) {
  const bool is_scope = example.code.starts_with("{");
  return fmt::format(
      ".visible .entry {}(.param .u64 buffer){} {{\n"
      "  .reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %r<32>; .reg .b64 %rd<12>; .reg .f32 %f<12>; .reg .f64 %d<8>;\n"
      "  .reg .b128 %q<4>;\n  .shared .align 1024 .b8 tile[4096];\n  .local .align 16 .b8 stack[64];\n"
      "  ld.param.u64 %rd1, [buffer];\n  cvta.shared.u64 %rd3, tile;\n  {}{}\n  ret;\n}}\n",
      kernel, example.name == "setmaxnreg" ? " .maxntid 128" : "", example.code, is_scope ? "" : ";");
}

ptx::Opcode opcode_of(const Example& example) {
  return ptx::opcode_of(example.name.substr(0, example.name.find(' ')) + ".");
}

}  // namespace forewarp::emu::test
