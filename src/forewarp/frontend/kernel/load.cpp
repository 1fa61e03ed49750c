// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "forewarp/frontend/kernel/binary.hpp"
#include "forewarp/frontend/kernel/constants.hpp"
#include "forewarp/frontend/kernel/dynamic_shared.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/no_kernel.hpp"
#include "forewarp/frontend/kernel/program_text.hpp"
#include "forewarp/frontend/launch/corpus.hpp"
#include "forewarp/frontend/launch/guess.hpp"
#include "forewarp/frontend/launch/launch_bounds.hpp"
#include "forewarp/frontend/ptx/link.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/frontend/source/flags.hpp"
#include "forewarp/frontend/source/listing.hpp"
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
  options.extra_flags = source::checked_flags(request.compiler_flags);
  options.many_variants = request.many_variants;
  return options;
}

/// Names the version of PTX where it may be the reason why the text is not understood.
std::shared_ptr<const ptx::Module> parsed(const Code& code) {
  try {
    return std::make_shared<const ptx::Module>(ptx::parse(code.ptx, code.file));
  } catch (const ParseError& error) {
    const std::optional<std::string> version = newer_version(code.ptx);
    if (!version) throw;
    throw InputError(fmt::format("{} (PTX ISA {} is newer than {}, the newest that forewarp knows)", error.what(),
                                 *version, newest_ptx_text));
  }
}

/// The PTX of a file with that of others, which are compiled alike, as one module.
std::string linked_with(const source::Compiled& first, const std::vector<std::string>& others,
                        source::CompileOptions options, source::Compiler& compiler) {
  std::vector<ptx::Module> modules{ptx::parse(first.ptx, options.path.string() + " (PTX)")};
  for (const std::string& other : others) {
    options.path = other;
    modules.push_back(ptx::parse(compiler.compile(options)->ptx, other + " (PTX)"));
  }
  return ptx::linked(modules);
}

Code compile(const Request& request, const Described& described, source::Compiler& compiler) {
  source::CompileOptions options = compile_options(request, described);
  const std::string wanted = wanted_entry(request, described.description);
  // A template is instantiated on demand, so its name must reach the compiler; other names are looked up afterwards.
  const bool template_arguments = wanted.find('<') != std::string::npos;
  if (!request.sources.empty()) options.extra_flags.emplace_back("-rdc=true");
  source::CompiledKernel made;
  if (template_arguments)
    made = compiler.compile_kernel(options, wanted);
  else
    made.compiled = compiler.compile(options);
  const source::Compiled& compiled = *made.compiled;
  if (!request.sources.empty())
    return {linked_with(compiled, request.sources, options, compiler),
            options.path.string() + " and others (PTX)",
            compiled.compiler,
            compiled.arch,
            compiled.notes,
            0,
            made.entry};
  return {compiled.ptx, options.path.string() + " (PTX)", compiled.compiler, compiled.arch, compiled.notes, 0,
          made.entry};
}

/// The file's kernels and launches as text; nothing of PTX.
source::SourceListing listing_of(const launch::Description& description) {
  if (is_compiled(description.source)) return {};
  return source::list_source(read_file(description.source, max_ptx_bytes));
}

/// The kernels that stand in the file itself, where there are any: a library's headers may bring more.
std::vector<std::string> of_the_file(const std::vector<std::string>& entries, const launch::Description& description) {
  std::vector<std::string> own;
  const source::SourceListing listing = listing_of(description);
  for (const std::string& entry : entries)
    if (std::ranges::any_of(listing.kernels, [&](const auto& k) { return k.name == source::bare_name(entry); }))
      own.push_back(entry);
  return own.empty() ? entries : own;
}

std::string choose_entry(const std::vector<std::string>& entries, const Request& request,
                         const launch::Description& description) {
  const std::string wanted = wanted_entry(request, description);
  const std::vector<std::string> candidates = wanted.empty() ? of_the_file(entries, description) : entries;
  if (auto found = source::try_find_entry(candidates, wanted)) return *std::move(found);
  if (const auto message = template_message(wanted, listing_of(description))) throw InputError(*message);
  return source::find_entry(candidates, wanted);
}

launch::Launch launch_of(const Described& described, const ptx::Module& module, const ptx::Function& entry,
                         ProgramText& program) {
  if (!described.description.arguments.empty())
    return launch::launch_from(described.description, described.overrides, &entry);
  std::vector<launch::ArgumentSpec> given = described.overrides.arguments;
  for (launch::ArgumentSpec& argument : given) argument.name = short_name(argument.name, entry);
  launch::Launch launch = launch::launch_without_arguments(described.description, described.overrides, &entry);
  const std::vector<std::string> names = names_of_parameters(program, entry);
  const bool shared_said = described.overrides.dynamic_shared_bytes || !described.description.file.empty();
  if (!shared_said) shared_from_source(program, module, entry, names, launch);
  launch::place_arguments(launch, entry, names, given, &module);
  return launch;
}

std::optional<source::CompileOptions> source_options(const Request& request, const Described& described) {
  const auto& source = described.description.source;
  if (source.extension() == ".ptx" || is_compiled(source) || !request.sources.empty()) return std::nullopt;
  source::CompileOptions options = compile_options(request, described);
  const std::string wanted = wanted_entry(request, described.description);
  if (wanted.find('<') != std::string::npos) options.instantiate.push_back(wanted);
  return options;
}

ProgramText program_text(const Request& request, const Described& described, source::Compiler& compiler) {
  if (is_compiled(described.description.source)) return {};
  return {compile_options(request, described), compiler};
}

}  // namespace

Code code_of(const Request& request, const Described& described, source::Compiler& compiler) {
  const launch::Description& description = described.description;
  if (description.source.extension() == ".ptx") {
    launch::check_compiled_for(description, described.overrides);
    std::string text = read_file(description.source, max_ptx_bytes);
    const std::uint32_t registers = launch::shipped_registers(text);
    return {std::move(text), description.source.string(), "none", "", {}, registers, ""};
  }
  if (is_compiled(description.source)) return code_of_binary(request, described);
  const bool as_shipped = request.arch.empty() && request.compiler_flags.empty() && request.sources.empty() &&
                          described.extra_defines.empty() && request.includes.empty() &&
                          request.compiler == source::CompilerChoice::automatic;
  if (as_shipped) {
    if (auto shipped = launch::shipped_ptx(description, described.overrides))
      return {std::move(shipped->text), shipped->file.string(), "shipped", "", {}, shipped->registers, ""};
  }
  return compile(request, described, compiler);
}

Kernel load(const Request& request, source::Compiler& compiler) {
  Described described = describe(request);
  Kernel kernel;
  kernel.code = code_of(request, described, compiler);
  kernel.module = parsed(kernel.code);
  if (kernel.code.arch.empty()) kernel.code.arch = std::string(kernel.module->target);
  const auto views = kernel.module->entries();
  const std::vector<std::string> entries(views.begin(), views.end());
  if (entries.empty()) throw InputError(no_kernel_message(request.path, listing_of(described.description)));
  described.overrides.entry =
      kernel.code.entry.empty() ? choose_entry(entries, request, described.description) : kernel.code.entry;
  const ptx::Function* entry = kernel.module->find(described.overrides.entry);
  ProgramText program = program_text(request, described, compiler);
  kernel.launch = launch_of(described, *kernel.module, *entry, program);
  place_constants(described.description, described.overrides, *kernel.module, kernel.launch);
  kernel.notes = kernel.code.notes;
  launch::check_launch_bounds(*entry, kernel.launch.block);
  kernel.notes.insert(kernel.notes.end(), kernel.launch.notes.begin(), kernel.launch.notes.end());
  kernel.source_options = source_options(request, described);
  kernel.description = std::move(described.description);
  return kernel;
}

Kernel load(const Request& request, Progress* progress) {
  source::Compiler compiler(std::make_shared<source::CacheStore>(), progress);
  return load(request, compiler);
}

}  // namespace forewarp::kernel
