// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/cuda/compile.hpp"

#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "forewarp/frontend/ptx/type.hpp"
#include "forewarp/frontend/source/nvrtc.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run::cuda {
namespace {

/// FOREWARP_NVRTC names the library, or says "off", which tests of the way without NVRTC use.
/// Otherwise the unversioned name first: it is what the administrator chose.
std::shared_ptr<const source::Nvrtc> find() {
  const char* chosen = std::getenv("FOREWARP_NVRTC");
  if (chosen != nullptr && *chosen != '\0')
    return std::string_view(chosen) == "off" ? nullptr : source::load_nvrtc(chosen);
  for (const char* name :
       {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "/usr/local/cuda/lib64/libnvrtc.so"})
    if (auto nvrtc = source::load_nvrtc(name)) return nvrtc;
  return nullptr;
}

std::shared_ptr<const source::Nvrtc> nvrtc() {
  static const std::shared_ptr<const source::Nvrtc> found = find();
  return found;
}

/// capability 0 leaves the choice of the architecture to NVRTC.
std::vector<std::string> options_of(const Code& code, unsigned capability) {
  std::vector<std::string> options = code.options;
  if (capability != 0) options.push_back(fmt::format("--gpu-architecture=compute_{}", capability));
  const char* home = std::getenv("CUDA_HOME");
  const std::string include = std::string(home != nullptr ? home : "/usr/local/cuda") + "/include";
  std::error_code ignored;
  if (std::filesystem::is_directory(include, ignored)) options.push_back("--include-path=" + include);
  return options;
}

std::string_view blanks_off(std::string_view text) {
  while (!text.empty() && std::string_view(" \t\r\n").find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  return text;
}

/// Bytes of one parameter, from its declaration in PTX: ".param .align 4 .b8 name[12]" has 12,
/// ".param .u64 .ptr .global .align 8 name" has 8. The first word that is a type counts; .param,
/// .align, .ptr and the state spaces are none.
///
/// Why from the text: the driver has cuFuncGetParamInfo only since CUDA 12.4, and without the sizes
/// an argument of the wrong width would be read beyond its end.
std::uint64_t bytes_of(std::string_view parameter) {
  std::uint64_t size = 0, elements = 1;
  for (std::size_t dot = parameter.find('.'); dot != std::string_view::npos; dot = parameter.find('.', dot + 1)) {
    const std::string_view word = parameter.substr(dot + 1, parameter.find_first_of(" \t\r\n", dot) - dot - 1);
    if (const auto type = ptx::type_from(word); type && size == 0) size = ptx::size_of(*type);
  }
  if (const std::size_t open = parameter.find('['); open != std::string_view::npos)
    elements = std::strtoull(std::string(parameter.substr(open + 1)).c_str(), nullptr, 10);
  return size * elements;
}

}  // namespace

std::optional<std::string> nvrtc_version() { return nvrtc() ? std::optional(nvrtc()->version()) : std::nullopt; }

std::string compile_cuda(const Code& code, unsigned capability, const Compiler& otherwise) {
  // In this order: NVRTC for this GPU; a compiler of the caller (nvcc or clang) where NVRTC is
  // missing; else a message that names both ways out.
  const auto compiler = nvrtc();
  if (!compiler && otherwise) return otherwise(code, capability);
  if (!compiler)
    throw Unavailable(
        fmt::format("{}: CUDA C++ needs NVRTC (libnvrtc.so), which is not here; PTX runs without", code.name));
  source::NvrtcOutcome outcome =
      compiler->compile(code.text, code.name, options_of(code, capability), code.instantiate);
  // An NVRTC older than the GPU does not know its name; the driver takes the PTX of what it does know.
  if (!outcome.ok && outcome.log.find("gpu-architecture") != std::string::npos)
    outcome = compiler->compile(code.text, code.name, options_of(code, 0), code.instantiate);
  if (!outcome.ok)
    throw InputError(fmt::format("{}: does not compile ({}):\n{}", code.name, compiler->version(), outcome.log));
  return outcome.ptx;
}

/// Searches for ".entry" and compares the name that follows. The character after it decides: "k"
/// must not match an entry "k2". Three may follow: "(" for parameters, "{" for a body without any,
/// and "." for a directive such as .maxntid, which only follows directly where there are no
/// parameters.
std::optional<std::vector<std::uint64_t>> parameter_bytes(std::string_view ptx, std::string_view entry) {
  for (std::size_t at = ptx.find(".entry"); at != std::string_view::npos; at = ptx.find(".entry", at + 1)) {
    std::string_view rest = blanks_off(ptx.substr(at + 6));
    if (!rest.starts_with(entry)) continue;
    rest = blanks_off(rest.substr(entry.size()));
    if (rest.empty() || (rest.front() != '(' && rest.front() != '{' && rest.front() != '.')) continue;
    std::vector<std::uint64_t> bytes;
    if (rest.front() != '(') return bytes;
    std::string_view list = rest.substr(1, rest.find(')') - 1);
    while (!blanks_off(list).empty()) {
      const std::size_t comma = std::min(list.find(','), list.size());
      bytes.push_back(bytes_of(list.substr(0, comma)));
      list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return bytes;
  }
  return std::nullopt;
}

}  // namespace forewarp::run::cuda
