// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Lines are computed from clang's offsets: its JSON leaves out a line that equals the one printed before.
#include "forewarp/symbolic/loop/c/clang_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::loop::detail {
namespace {

using nlohmann::json;

std::string text_at(const json& node, const char* key) {
  const auto found = node.find(key);
  return found == node.end() || !found->is_string() ? "" : found->get<std::string>();
}

class Reader {
 public:
  Reader(std::string file, const std::string& text) : file_(std::move(file)) {
    for (std::size_t at = 0; at < text.size(); ++at)
      if (text[at] == '\n') ends_.push_back(at);
  }

  void learn_typedefs(const json& unit) {
    for (const json& node : unit)
      if (text_at(node, "kind") == "TypedefDecl" || text_at(node, "kind") == "TypeAliasDecl")
        typedefs_[text_at(node, "name")] = without_typedefs(type_of(node));
  }

  [[nodiscard]] CNode read(const json& node) const {
    CNode out;
    out.kind = text_at(node, "kind");
    out.id = text_at(node, "id");
    out.name = text_at(node, "name");
    out.opcode = text_at(node, "opcode");
    out.value = text_at(node, "value");
    out.cast = text_at(node, "castKind");
    out.has_value = node.contains("init");
    out.type = without_typedefs(type_of(node));
    if (const auto refers = node.find("referencedDecl"); refers != node.end()) {
      out.refers = text_at(*refers, "id");
      out.refers_name = text_at(*refers, "name");
      out.refers_kind = text_at(*refers, "kind");
      out.refers_type = without_typedefs(type_of(*refers));
    }
    out.where = where_of(node);
    if (const auto inner = node.find("inner"); inner != node.end())
      for (const json& each : *inner) out.inner.push_back(read(each));
    return out;
  }

 private:
  static std::string type_of(const json& node) {
    const auto type = node.find("type");
    if (type == node.end()) return "";
    const std::string plain = text_at(*type, "desugaredQualType");
    return plain.empty() ? text_at(*type, "qualType") : plain;
  }

  /// "real (*)[n]" with the types that the file's typedefs stand for.
  [[nodiscard]] std::string without_typedefs(const std::string& type) const {
    std::string out;
    for (std::size_t at = 0; at < type.size();) {
      std::size_t end = at;
      while (end < type.size() && is_word(type[end])) ++end;
      const auto known = typedefs_.find(type.substr(at, end - at));
      out += known != typedefs_.end() ? known->second : type.substr(at, std::max<std::size_t>(end - at, 1));
      at = std::max(end, at + 1);
    }
    return out;
  }

  [[nodiscard]] SourceLocation where_of(const json& node) const {
    const auto range = node.find("range");
    if (range == node.end() || !range->contains("begin")) return {file_, 0, 0};
    const json* begin = &range->at("begin");
    if (const auto expansion = begin->find("expansionLoc"); expansion != begin->end()) begin = &*expansion;
    if (!begin->contains("offset") || begin->contains("includedFrom")) return {file_, 0, 0};
    const auto offset = begin->at("offset").get<std::size_t>();
    const auto line = std::ranges::lower_bound(ends_, offset) - ends_.begin();
    const auto column = begin->find("col");
    return {file_, static_cast<std::uint32_t>(line + 1), column == begin->end() ? 0 : column->get<std::uint32_t>()};
  }

  std::string file_;
  std::vector<std::size_t> ends_;
  std::map<std::string, std::string> typedefs_;
};

bool is_own_function(const json& node) {
  if (text_at(node, "kind") != "FunctionDecl" || !node.contains("inner")) return false;
  const auto loc = node.find("loc");
  if (loc == node.end() || loc->contains("includedFrom") || !loc->contains("offset")) return false;
  return std::ranges::any_of(node.at("inner"), [](const json& n) { return text_at(n, "kind") == "CompoundStmt"; });
}

/// clang's messages up to the first error.
std::string first_error(const std::string& messages, const std::filesystem::path& file) {
  const std::size_t at = messages.find("error: ");
  if (at == std::string::npos) return fmt::format("{}: clang cannot read it", file.string());
  const std::size_t begin = messages.rfind('\n', at);
  const std::size_t first = begin == std::string::npos ? 0 : begin + 1;
  return messages.substr(first, messages.find('\n', at) - first);
}

}  // namespace

void fail(const CNode& node, const std::string& message) { throw ParseError(node.where, message); }

std::vector<CNode> functions_of(const std::filesystem::path& file, const COptions& options) {
  const std::string text = read_file(file, std::size_t{1} << 20);
  const bool is_cpp = file.extension() == ".cpp" || file.extension() == ".cc" || file.extension() == ".cxx";
  const auto clang = source::find_toolchain(source::CompilerChoice::clang, source::Language::cuda).executable;
  std::vector<std::string> command{clang.string(), "-x",      is_cpp ? "c++" : "c", "-fsyntax-only",
                                   "-w",           "-Xclang", "-ast-dump=json"};
  for (const std::string& folder : options.includes) command.push_back("-I" + folder);
  for (const std::string& define : options.defines) command.push_back("-D" + define);
  command.push_back(file.string());
  const ProcessResult run = run_process(command);
  if (run.exit_status != 0) throw InputError(first_error(run.errors, file));
  const json unit = json::parse(run.output, nullptr, false);
  if (unit.is_discarded() || !unit.contains("inner"))
    throw InputError(fmt::format("{}: clang's syntax tree of it is too large", file.string()));
  Reader reader(file.string(), text);
  reader.learn_typedefs(unit.at("inner"));
  std::vector<CNode> functions;
  for (const json& node : unit.at("inner"))
    if (is_own_function(node)) functions.push_back(reader.read(node));
  return functions;
}

}  // namespace forewarp::loop::detail
