// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "forewarp/kernel/kernel.hpp"
#include "forewarp/launch/argument_text.hpp"
#include "forewarp/launch/corpus.hpp"
#include "forewarp/launch/guess.hpp"
#include "forewarp/launch/launch_bounds.hpp"
#include "forewarp/ptx/parser.hpp"
#include "forewarp/source/compiler.hpp"
#include "forewarp/source/entry.hpp"
#include "forewarp/source/listing.hpp"
#include "forewarp/source/parameter_names.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::kernel {
namespace {

constexpr std::size_t max_ptx_bytes = std::size_t{64} << 20;  // a parsed module takes up to 40 times as much

std::string wanted_entry(const Request& request, const launch::Description& description) {
  return request.kernel.empty() ? description.entry : request.kernel;
}

source::CompileOptions compile_options(const Request& request, const Described& described) {
  source::CompileOptions options;
  options.path = described.description.source;
  options.defines = launch::defines_of(described.description, described.overrides);
  options.defines.insert(options.defines.end(), described.extra_defines.begin(), described.extra_defines.end());
  options.include_dirs.assign(request.includes.begin(), request.includes.end());
  if (!request.arch.empty()) options.arch = source::parse_arch(request.arch);
  if (request.device_capability != 0)
    options.device_arch = source::Arch{static_cast<int>(request.device_capability), ""};
  options.compiler = request.compiler;
  options.many_variants = request.many_variants;
  return options;
}

Code compile(const Request& request, const Described& described, source::Compiler& compiler) {
  const source::CompileOptions options = compile_options(request, described);
  const std::string wanted = wanted_entry(request, described.description);
  // A template is instantiated on demand, so its name must reach the compiler; other names are looked up afterwards.
  const bool template_arguments = wanted.find('<') != std::string::npos;
  const auto compiled =
      template_arguments ? compiler.compile_kernel(options, wanted).compiled : compiler.compile(options);
  return {compiled->ptx, options.path.string() + " (PTX)", compiled->compiler, compiled->arch, compiled->notes, 0};
}

/// What a file without a kernel has instead: a host program is known by what it launches.
std::string no_kernel_message(const Request& request) {
  const Listing listing = list_kernels(request);
  std::string text = request.path + ": has no kernel with a body";
  for (const std::string& kernel : listing.kernels)
    text += (&kernel == &listing.kernels[0] ? "; it declares " : ", ") + kernel;
  for (const std::string& launch : listing.launches)
    text += (&launch == &listing.launches[0] ? "; it launches " : ", ") + launch;
  return text;
}

/// The kernels that stand in the file itself, where there are any: a library's headers may bring more.
std::vector<std::string> of_the_file(const std::vector<std::string>& entries, const launch::Description& description) {
  if (description.source.extension() == ".ptx") return entries;
  std::vector<std::string> own;
  const source::SourceListing listing = source::list_source(read_file(description.source, max_ptx_bytes));
  for (const std::string& entry : entries)
    if (std::ranges::any_of(listing.kernels, [&](const auto& k) { return k.name == source::bare_name(entry); }))
      own.push_back(entry);
  return own.empty() ? entries : own;
}

std::string choose_entry(const std::vector<std::string>& entries, const Request& request,
                         const launch::Description& description) {
  const std::string wanted = wanted_entry(request, description);
  return source::find_entry(wanted.empty() ? of_the_file(entries, description) : entries, wanted);
}

/// nvcc calls the third parameter of kernel K K_param_2: param_2 says as much.
std::string short_name(std::string_view name, const ptx::Function& entry) {
  const std::string prefix = std::string(entry.name) + "_";
  return std::string(name.starts_with(prefix) ? name.substr(prefix.size()) : name);
}

/// What the parameters are called: in the source where it shows them, else in the PTX.
std::vector<std::string> names_of_parameters(const launch::Description& description, const ptx::Function& entry) {
  std::vector<std::string> names;
  if (description.source.extension() != ".ptx")
    names = source::parameter_names_of(entry.name, read_file(description.source, max_ptx_bytes));
  if (names.size() == entry.parameters.size()) return names;
  names.clear();
  for (const ptx::Variable& parameter : entry.parameters) names.push_back(short_name(parameter.name, entry));
  return names;
}

/// Where nobody names a block, the code may.
void take_block_of_code(launch::Overrides& overrides, const launch::Description& description,
                        const ptx::Function& entry, std::vector<std::string>& notes) {
  constexpr std::uint32_t usual = 256;
  if (overrides.block || description.block) return;
  const auto block = launch::block_from_bounds(entry, usual);
  if (!block) return;
  const std::string text = fmt::format("{},{},{}", block->x, block->y, block->z);
  overrides.block = launch::parse_shape(text, {"--block", 0, 0});
  notes.push_back(fmt::format("no block was given: {}x{}x{} threads, from the launch bounds in the kernel's code",
                              block->x, block->y, block->z));
}

launch::Launch launch_of(const Described& described, const ptx::Function& entry) {
  if (!described.description.arguments.empty())
    return launch::launch_from(described.description, described.overrides, &entry);
  launch::Overrides shape = described.overrides;
  std::vector<launch::ArgumentSpec> given = std::move(shape.arguments);
  for (launch::ArgumentSpec& argument : given) argument.name = short_name(argument.name, entry);
  shape.arguments.clear();
  launch::Launch launch = launch::launch_from(described.description, shape, nullptr);
  launch::place_arguments(launch, entry, names_of_parameters(described.description, entry), given);
  return launch;
}

}  // namespace

Code code_of(const Request& request, const Described& described, source::Compiler& compiler) {
  const launch::Description& description = described.description;
  if (description.source.extension() == ".ptx") {
    launch::check_compiled_for(description, described.overrides);
    std::string text = read_file(description.source, max_ptx_bytes);
    const std::uint32_t registers = launch::shipped_registers(text);
    return {std::move(text), description.source.string(), "none", "", {}, registers};
  }
  const bool as_shipped = request.arch.empty() && described.extra_defines.empty() && request.includes.empty() &&
                          request.compiler == source::CompilerChoice::automatic;
  if (as_shipped) {
    if (auto shipped = launch::shipped_ptx(description, described.overrides))
      return {std::move(shipped->text), shipped->file.string(), "shipped", "", {}, shipped->registers};
  }
  return compile(request, described, compiler);
}

Kernel load(const Request& request, source::Compiler& compiler) {
  Described described = describe(request);
  Kernel kernel;
  kernel.code = code_of(request, described, compiler);
  kernel.module = std::make_shared<const ptx::Module>(ptx::parse(kernel.code.ptx, kernel.code.file));
  if (kernel.code.arch.empty()) kernel.code.arch = std::string(kernel.module->target);
  const auto views = kernel.module->entries();
  const std::vector<std::string> entries(views.begin(), views.end());
  if (entries.empty()) throw InputError(no_kernel_message(request));
  described.overrides.entry = choose_entry(entries, request, described.description);
  const ptx::Function* entry = kernel.module->find(described.overrides.entry);
  kernel.notes = kernel.code.notes;
  take_block_of_code(described.overrides, described.description, *entry, kernel.notes);
  kernel.launch = launch_of(described, *entry);
  launch::check_launch_bounds(*entry, kernel.launch.block);
  kernel.notes.insert(kernel.notes.end(), kernel.launch.notes.begin(), kernel.launch.notes.end());
  kernel.description = std::move(described.description);
  return kernel;
}

Kernel load(const Request& request, Progress* progress) {
  source::Compiler compiler(std::make_shared<source::CacheStore>(), progress);
  return load(request, compiler);
}

}  // namespace forewarp::kernel
