// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/kernel/known_parameters.hpp"

#include <algorithm>

#include "forewarp/frontend/kernel/binary.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/program_text.hpp"
#include "forewarp/frontend/launch/guess.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/frontend/source/listing.hpp"
#include "forewarp/frontend/source/parameter_names.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::kernel {
namespace {

/// "reduce" of "img::reduce<float, 256>".
std::string plain_name(std::string name) {
  name.resize(std::min(name.size(), name.find('<')));
  const std::size_t scope = name.rfind("::");
  return scope == std::string::npos ? name : name.substr(scope + 2);
}

std::optional<KnownParameters> of_source(const Described& described, const std::string& wanted) {
  const std::string text = read_file(described.description.source);
  const std::vector<source::SourceKernel> kernels = source::list_source(text).kernels;
  if (kernels.empty()) return std::nullopt;
  const auto is_first = [&](const source::SourceKernel& k) { return k.name == kernels.front().name; };
  if (wanted.empty() && !std::ranges::all_of(kernels, is_first)) return std::nullopt;
  const std::string name = wanted.empty() ? kernels.front().name : plain_name(wanted);
  std::vector<std::string> names = source::parameter_names_of(name, text);
  if (names.empty() || std::ranges::find(names, "") != names.end()) return std::nullopt;
  return KnownParameters{name, std::move(names)};
}

std::optional<KnownParameters> of_ptx(const Request& request, const Described& described, const std::string& wanted) {
  source::Compiler compiler(std::make_shared<source::CacheStore>());
  const Code code = code_of(request, described, compiler);
  const ptx::Module module = ptx::parse(code.ptx, code.file);
  const auto views = module.entries();
  const std::vector<std::string> entries(views.begin(), views.end());
  const auto found = source::try_find_entry(entries, wanted);
  if (!found) return std::nullopt;
  const ptx::Function* entry = module.find(*found);
  KnownParameters out{std::string(entry->name), {}};
  for (const ptx::Variable& parameter : entry->parameters) out.names.push_back(short_name(parameter.name, *entry));
  return out;
}

}  // namespace

std::optional<KnownParameters> known_parameters(const Request& request) {
  const Described described = describe(request);
  const std::string wanted = request.kernel.empty() ? described.description.entry : request.kernel;
  const bool has_ptx = is_compiled(described.description.source);
  auto known = has_ptx ? of_ptx(request, described, wanted) : of_source(described, wanted);
  if (known)
    for (const launch::ArgumentSpec& argument : described.description.arguments)
      if (std::ranges::find(known->names, argument.name) == known->names.end()) known->names.push_back(argument.name);
  return known;
}

void check_argument_names(const Request& request, const std::vector<std::string>& given) {
  const std::optional<KnownParameters> known = known_parameters(request);
  if (!known) return;
  const std::string prefix = known->kernel + "_";  // saxpy_param_2 is param_2, too
  for (const std::string& name : given) {
    const std::string bare = name.starts_with(prefix) ? name.substr(prefix.size()) : name;
    if (std::ranges::find(known->names, name) == known->names.end() &&
        std::ranges::find(known->names, bare) == known->names.end())
      launch::refuse_argument(known->kernel, name, known->names);
  }
}

}  // namespace forewarp::kernel
