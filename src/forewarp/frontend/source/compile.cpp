// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/compile.hpp"

#include <unistd.h>

#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include "forewarp/frontend/source/asm_escapes.hpp"
#include "forewarp/frontend/source/command.hpp"
#include "forewarp/frontend/source/detail/kernels_alone.hpp"
#include "forewarp/frontend/source/detail/required_block.hpp"
#include "forewarp/frontend/source/detail/run_job.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/support/append.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::source {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t max_ptx_bytes = std::size_t{256} << 20;

// An input that looks like an option must not become one; the compiler sees where it lies, too, in its .file lines.
fs::path input_of(const Job& job, const TemporaryFolder& folder) {
  if (job.options.instantiate.empty()) return fs::absolute(job.options.path);
  const fs::path shim = folder.path() / "instantiate.cu";
  write_file(shim, instantiation_shim(job.options));
  return shim;
}

std::string how_it_ended(const ProcessResult& r, double timeout_s) {
  if (r.timed_out) return fmt::format("was stopped after {} s", timeout_s);
  if (r.exit_status > 128) return fmt::format("was killed by signal {}", r.exit_status - 128);
  return fmt::format("failed (exit {})", r.exit_status);
}

bool failed(const ProcessResult& r) { return r.timed_out || r.exit_status != 0; }

/// What clang says of a launch in device code does not say why.
std::string_view reason(std::string_view said) {
  const std::size_t at = said.find("reference to __global__ function '");
  const bool launch =
      at != std::string_view::npos && said.substr(at, said.find('\n', at) - at).find("' in __") != said.npos;
  return launch ? ": kernels that launch kernels (dynamic parallelism) are not supported" : "";
}

/// The bytes of local memory that functions have for their variables: ".local .align 16 .b8 __local_depot0[576];". What
/// has room for one word alone is no array.
std::uint64_t array_bytes(std::string_view ptx) {
  constexpr std::string_view depot = "__local_depot";
  constexpr std::uint64_t word = 4;
  std::uint64_t all = 0;
  for (const std::string_view line : split_at(ptx, '\n')) {
    const std::size_t at = line.find(depot), open = line.find('[');
    if (at == std::string_view::npos || open == std::string_view::npos || line.find(".local") >= at) continue;
    const std::uint64_t bytes = std::strtoull(std::string(line.substr(open + 1, 20)).c_str(), nullptr, 10);
    if (bytes > word) all += bytes;
  }
  return all;
}

/// nvcc unrolls loops that index local arrays, so that these become registers; clang keeps to the size of the code.
/// Where arrays are left, the PTX with more unrolling, if that leaves half of their bytes or less.
std::string with_arrays_in_registers(const Job& job, std::vector<std::string> words, const fs::path& output,
                                     const std::string& ptx) {
  const std::uint64_t bytes = array_bytes(ptx);
  if (bytes == 0) return ptx;
  append(words, more_unrolling());
  if (failed(run_compiler(words, watched(job)))) return ptx;
  std::string unrolled = read_file(output, max_ptx_bytes);
  return 2 * array_bytes(unrolled) <= bytes ? unrolled : ptx;
}

/// Whether clang took a function of the host where one of the device may be meant, too.
bool took_the_other_side(const Job& job, const ProcessResult& r) {
  return is_clang_for_nvidia(job) && job.language == Language::cuda && failed(r) &&
         r.errors.find("in __host__ __device__ function") != std::string::npos;
}

/// Runs the command, and where that takes functions of the wrong side, one without these, which goes into words if it
/// ends well. Our precompiled header was parsed without that flag, so it is read as text.
ProcessResult run_for_own_side(const Job& job, const CommandFiles& files, std::vector<std::string>& words) {
  ProcessResult first = run_compiler(words, watched(job));
  if (!took_the_other_side(job, first)) return first;
  Job again = job;
  again.precompiled_header.clear();
  std::vector<std::string> others = command(again, Action::compile, files);
  append(others, own_side_alone());
  ProcessResult second = run_compiler(others, watched(job));
  if (failed(second)) return first;
  words = std::move(others);
  return second;
}

std::string not_supported(const Job& job, std::string_view line, std::string_view feature) {
  return fmt::format("{}:{}: {} in OpenCL C are not supported", job.options.path.string(), line, feature);
}

/// Parts of OpenCL that neither our header nor libclc has for NVPTX, by what clang's first error says:
/// "k.cl:2:32: error: unknown type name 'half2'".
std::optional<std::string> unsupported_opencl(const Job& job, std::string_view said) {
  if (job.language != Language::opencl || !job.options.amd_target.empty()) return std::nullopt;
  constexpr std::string_view halves = "halves (cl_khr_fp16)", groups = "sub-groups (cl_khr_subgroups)";
  // OpenCL's own names, not those that a user's begin with ('half_width', 'image_size').
  constexpr std::pair<std::string_view, std::string_view> features[] = {
      {"'half'", halves},         {"'half2'", halves},      {"'half3'", halves},     {"'half4'", halves},
      {"'half8'", halves},        {"'half16'", halves},     {"'sub_group_", groups}, {"'get_sub_group_", groups},
      {"'image1d_", "images"},    {"'image2d_", "images"},  {"'image3d_", "images"}, {"'read_image", "images"},
      {"'write_image", "images"}, {"'get_image_", "images"}};
  for (const std::string_view line : split_at(said, '\n')) {
    const std::size_t error = line.find(": error: "), begin = line.find(".cl:");
    if (error == std::string_view::npos || begin >= error) continue;
    const std::string_view place = line.substr(begin + 4, error - begin - 4);
    for (const auto& [word, feature] : features)
      if (line.find(word, error) != std::string_view::npos)
        return not_supported(job, place.substr(0, place.find(':')), feature);
    return std::nullopt;
  }
  return std::nullopt;
}

/// clang makes calls of them: "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i".
void refuse_images(const Job& job, std::string_view ptx) {
  std::string_view place;
  for (const std::string_view line : split_at(ptx, '\n')) {
    const std::string_view text = trimmed(line);
    if (text.starts_with(".loc")) place = words_of(text)[2];
    if (!place.empty() && text.find("ocl_image") != std::string_view::npos)
      throw InputError(not_supported(job, place, "images"));
  }
}

bool is_opencl_for_nvidia(const Job& job) { return is_clang_for_nvidia(job) && job.language == Language::opencl; }

/// Whether the file, or one that it includes, may require a shape of blocks.
bool may_require_blocks(const Job& job, const std::string& expanded) {
  if (!is_opencl_for_nvidia(job)) return false;
  if (!expanded.empty()) return expanded.find(required_block) != std::string::npos;
  const std::string text = read_file(job.options.path) + defines_text(job.options);
  return text.find(required_block) != std::string::npos || text.find("#include") != std::string::npos;
}

/// clang tells LLVM what a kernel requires, and LLVM does not tell PTX: it is put in. LLVM's text is made only where
/// the preprocessed text does not tell: that takes half as long as the compilation.
std::string with_required_blocks(const Job& job, std::vector<std::string> words, const fs::path& folder,
                                 const std::string& expanded, const std::string& ptx) {
  if (!expanded.empty())
    if (const auto blocks = required_blocks_in_source(expanded)) return with_pragmas(ptx, *blocks);
  const fs::path output = folder / "out.ll";
  append(words, {"-emit-llvm", "-Xclang", "-disable-llvm-passes", "-o", output.string()});
  const ProcessResult r = run_compiler(words, watched(job));
  if (failed(r)) throw InputError(fmt::format("{}: {}", job.options.path.string(), r.errors));
  return with_pragmas(ptx, required_blocks_in_llvm(read_file(output, max_ptx_bytes)));
}

/// Compiles kernels without the functions beside them, or all of the file where that fails; words are of what was done.
ProcessResult compile_kernels(const Job& job, CommandFiles files, std::vector<std::string>& words) {
  const fs::path source = files.input;
  if (const auto text = is_opencl_for_nvidia(job) ? kernels_alone(source) : std::nullopt) {
    write_file(files.input = files.output.parent_path() / "kernels.cl", *text);
    words = command(job, Action::compile, files);
    ProcessResult r = run_compiler(words, watched(job));
    r.errors = without_inclusions(r.errors, files.input);
    if (!failed(r) || r.timed_out) return r;  // all of the file takes longer
    files.input = source;
  }
  words = command(job, Action::compile, files);
  return run_for_own_side(job, files, words);
}

std::string target_of(std::string_view ptx) {
  const std::size_t at = ptx.find("\n.target");
  if (at == std::string_view::npos) return "unknown";
  const std::size_t begin = ptx.find_first_not_of(" \t", at + 8);
  if (begin == std::string_view::npos) return "unknown";
  return std::string(ptx.substr(begin, ptx.find_first_of(" ,\t\r\n/", begin) - begin));
}

}  // namespace

ProcessOptions watched(const Job& job) {
  return {.timeout_s = job.options.timeout_s,
          .progress = job.options.progress,
          .what = fmt::format("compiling {}", job.options.path.filename().string())};
}

JobOutput run_job(const Job& job, Action action, const std::string& expanded) {
  (void)read_file(job.options.path);  // a missing or unreadable file gets our message, not the compiler's
  const TemporaryFolder folder;
  const fs::path output = folder.path() / (action == Action::compile ? "out.ptx" : "out.i");
  CommandFiles files{input_of(job, folder), output, {}};
  if (defines_by_file(job)) write_file(files.defines = folder.path() / "defines.h", defines_text(job.options));
  std::vector<std::string> words;
  const ProcessResult r = action == Action::compile ? compile_kernels(job, files, words)
                                                    : run_compiler(command(job, action, files), watched(job));
  const std::string said = r.errors + r.output;
  if (const auto feature = failed(r) ? unsupported_opencl(job, said) : std::nullopt) throw InputError(*feature);
  if (failed(r))
    throw InputError(fmt::format("{}: {} {}{}\n{}{}", job.options.path.string(), job.toolchain.version,
                                 how_it_ended(r, job.options.timeout_s), reason(said), package_advice(said), said));
  std::string text = read_file(output, max_ptx_bytes);
  if (action == Action::compile && is_clang_for_nvidia(job)) text = with_arrays_in_registers(job, words, output, text);
  if (action == Action::compile && is_opencl_for_nvidia(job)) {
    text = without_declarations(std::move(text));
    refuse_images(job, text);
  }
  if (action == Action::compile && may_require_blocks(job, expanded))
    text = with_required_blocks(job, words, folder.path(), expanded, text);
  for (std::size_t at = 0; (at = text.find(folder.path().string(), at)) != std::string::npos;)
    text.replace(at, folder.path().string().size(), "<forewarp>");
  return {std::move(text), said};
}

bool precompile_header(const Job& job, const fs::path& file) {
  std::error_code ec;
  fs::last_write_time(file, fs::file_time_type::clock::now(), ec);
  if (!ec) return true;
  Job header = job;
  header.options.defines.clear();
  header.options.include_dirs.clear();
  fs::path mine = file;
  mine += fmt::format(".{}.new", ::getpid());
  const CommandFiles files{own_header(job.language), mine, {}};
  const ProcessResult r = run_process(command(header, Action::precompile_header, files));
  if (r.exit_status == 0) fs::rename(mine, file, ec);
  if (r.exit_status != 0 || ec) fs::remove(mine, ec);
  return fs::exists(file, ec);
}

Compiled as_compiled(const Job& job, std::string ptx, std::string warnings) {
  Compiled c{.ptx = std::move(ptx), .compiler = job.toolchain.version};
  c.arch = job.options.amd_target.empty() ? job.arch.arch.str() : job.options.amd_target;
  c.warnings = std::move(warnings);
  c.entries = entries_of(c.ptx);
  return c;
}

Compiled read_ptx(const CompileOptions& options) {
  Compiled c{.ptx = read_file(options.path, max_ptx_bytes), .compiler = "none"};
  c.arch = target_of(c.ptx);
  c.entries = entries_of(c.ptx);
  return c;
}

Compiled compile_uncached(const CompileOptions& options) {
  if ((options.language ? *options.language : language_of(options.path)) == Language::ptx) return read_ptx(options);
  const Job job = plan(options);
  JobOutput out = run_job(job, Action::compile);
  Compiled c = as_compiled(job, std::move(out.text), std::move(out.said));
  if (!job.arch.note.empty()) c.notes.push_back(job.arch.note);
  return c;
}

}  // namespace forewarp::source
