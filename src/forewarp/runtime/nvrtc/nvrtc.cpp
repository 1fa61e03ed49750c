// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The interface of NVIDIA's runtime compiler, for machines without a toolkit: clang compiles, with the headers that
// stand in for CUDA's. There is no machine code. A program that asks for it gets the PTX, which cuModuleLoadData
// accepts as well.
//
// The mangled names of expressions come from the PTX: each becomes the initial value of a variable behind the program's
// text, `__device__ const void* __forewarp_name_0 = (const void*)(add<float>);`, which makes the compiler instantiate
// the template, too. The variables are taken out of the PTX again.
#include <nvrtc.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <regex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/runtime/nvrtc/options.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace fs = std::filesystem;
using namespace forewarp;

struct _nvrtcProgram {
  std::string text, name;
  std::vector<std::pair<std::string, std::string>> headers;  ///< name and text
  std::vector<std::string> expressions;
  std::map<std::string, std::string> lowered;
  std::string ptx, log;
  bool compiled = false, machine_code = false;
};

namespace {

constexpr int major_version = 12, minor_version = 5;
constexpr std::string_view name_variable = "__forewarp_name_";

std::mutex programs_lock;
std::set<nvrtcProgram> programs;

bool is_known(nvrtcProgram program) {
  const std::lock_guard lock(programs_lock);
  return programs.contains(program);
}

std::string whole_text(const _nvrtcProgram& p, bool functions_of_device) {
  std::string text;
  if (functions_of_device) text += "#pragma clang force_cuda_host_device begin\n";
  text += fmt::format("#line 1 \"{}\"\n{}\n", p.name, p.text);
  if (functions_of_device) text += "#pragma clang force_cuda_host_device end\n";
  for (std::size_t i = 0; i < p.expressions.size(); ++i)
    text += fmt::format("#line 1 \"name expression\"\n__device__ const void* {}{} = (const void*)({});\n",
                        name_variable, i, p.expressions[i]);
  return text;
}

/// A name within the folder, whatever the program calls its header.
fs::path place_in(const fs::path& folder, const std::string& name) {
  const fs::path path = fs::path(name).lexically_normal().relative_path();
  if (path.empty() || *path.begin() == "..") throw InputError(fmt::format("a header of the name '{}'", name));
  return folder / path;
}

void take_names(_nvrtcProgram& p) {
  static const std::regex variable(
      fmt::format(R"([^\n]*\b{}(\d+)\s*=\s*(?:generic\()?([\w$.]+)\)?;\n)", name_variable));
  for (std::sregex_iterator it(p.ptx.begin(), p.ptx.end(), variable), end; it != end; ++it)
    p.lowered[p.expressions.at(std::stoul((*it)[1]))] = (*it)[2];
  p.ptx = std::regex_replace(p.ptx, variable, "");
}

/// The folder's name means nothing to the user.
std::string without(std::string text, const std::string& folder) {
  for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at))
    text.erase(at, folder.size());
  return text;
}

nvrtcResult compile(_nvrtcProgram& p, std::span<const char* const> words) {
  p.compiled = false;
  p.lowered.clear();
  nvrtc::Options options;
  try {
    options = nvrtc::options_of(words);
  } catch (const InputError& e) {
    p.log = e.what();
    return NVRTC_ERROR_INVALID_OPTION;
  }
  const TemporaryFolder folder("nvrtc");
  const std::string prefix = (folder / "").string();
  try {
    for (const auto& [name, text] : p.headers) {
      const fs::path file = place_in(folder / "headers", name);
      fs::create_directories(file.parent_path());
      write_file(file, text);
    }
    options.compile.include_dirs.insert(options.compile.include_dirs.begin(), folder / "headers");
    options.compile.path = folder / "program.cu";
    write_file(options.compile.path, whole_text(p, options.functions_of_device));
    source::Compiler compiler;
    const auto compiled = compiler.compile(options.compile);
    p.ptx = compiled->ptx;
    p.log = without(compiled->warnings, prefix);
  } catch (const InputError& e) {
    p.log = without(e.what(), prefix);
    return NVRTC_ERROR_COMPILATION;
  }
  take_names(p);
  p.machine_code = options.machine_code;
  p.compiled = true;
  return NVRTC_SUCCESS;
}

nvrtcResult put(const std::string& text, char* out) {
  if (!out) return NVRTC_ERROR_INVALID_INPUT;
  std::memcpy(out, text.c_str(), text.size() + 1);
  return NVRTC_SUCCESS;
}

/// Runs the body for a program that exists.
template <typename Body>
nvrtcResult with(nvrtcProgram program, Body body) {
  if (!is_known(program)) return NVRTC_ERROR_INVALID_PROGRAM;
  try {
    return body(*program);
  } catch (const Unavailable& e) {
    program->log = e.what();
    return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  } catch (const std::exception& e) {
    program->log = e.what();
    return NVRTC_ERROR_INTERNAL_ERROR;
  }
}

}  // namespace

extern "C" {

const char* nvrtcGetErrorString(nvrtcResult result) {
  switch (result) {
#define FOREWARP_RESULT(name) \
  case name:                  \
    return #name;
    FOREWARP_RESULT(NVRTC_SUCCESS)
    FOREWARP_RESULT(NVRTC_ERROR_OUT_OF_MEMORY)
    FOREWARP_RESULT(NVRTC_ERROR_PROGRAM_CREATION_FAILURE)
    FOREWARP_RESULT(NVRTC_ERROR_INVALID_INPUT)
    FOREWARP_RESULT(NVRTC_ERROR_INVALID_PROGRAM)
    FOREWARP_RESULT(NVRTC_ERROR_INVALID_OPTION)
    FOREWARP_RESULT(NVRTC_ERROR_COMPILATION)
    FOREWARP_RESULT(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE)
    FOREWARP_RESULT(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)
    FOREWARP_RESULT(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION)
    FOREWARP_RESULT(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID)
    FOREWARP_RESULT(NVRTC_ERROR_INTERNAL_ERROR)
    FOREWARP_RESULT(NVRTC_ERROR_TIME_FILE_WRITE_FAILED)
#undef FOREWARP_RESULT
  }
  return "NVRTC_ERROR unknown";
}
nvrtcResult nvrtcVersion(int* major, int* minor) {
  if (!major || !minor) return NVRTC_ERROR_INVALID_INPUT;
  *major = major_version;
  *minor = minor_version;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetNumSupportedArchs(int* count) {
  if (!count) return NVRTC_ERROR_INVALID_INPUT;
  try {
    *count = static_cast<int>(
        source::find_toolchain(source::CompilerChoice::clang, source::Language::cuda).known_archs.size());
  } catch (const std::exception&) {
    return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  }
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcGetSupportedArchs(int* archs) {
  if (!archs) return NVRTC_ERROR_INVALID_INPUT;
  try {
    std::ranges::copy(source::find_toolchain(source::CompilerChoice::clang, source::Language::cuda).known_archs, archs);
  } catch (const std::exception&) {
    return NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
  }
  return NVRTC_SUCCESS;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram* out, const char* text, const char* name, int count,
                               const char* const* headers, const char* const* names) {
  if (!out || !text || count < 0 || (count > 0 && (!headers || !names))) return NVRTC_ERROR_INVALID_INPUT;
  auto made = std::make_unique<_nvrtcProgram>();
  made->text = text;
  made->name = name && *name ? name : "default_program";
  for (int i = 0; i < count; ++i) {
    if (!headers[i] || !names[i]) return NVRTC_ERROR_INVALID_INPUT;
    made->headers.emplace_back(names[i], headers[i]);
  }
  const std::lock_guard lock(programs_lock);
  programs.insert(made.get());
  *out = made.release();
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  if (!program || !is_known(*program)) return NVRTC_ERROR_INVALID_PROGRAM;
  const std::lock_guard lock(programs_lock);
  programs.erase(*program);
  delete *program;
  *program = nullptr;
  return NVRTC_SUCCESS;
}
nvrtcResult nvrtcCompileProgram(nvrtcProgram program, int count, const char* const* options) {
  if (count < 0 || (count > 0 && !options)) return NVRTC_ERROR_INVALID_INPUT;
  return with(program, [&](_nvrtcProgram& p) { return compile(p, {options, static_cast<std::size_t>(count)}); });
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* bytes) {
  return with(program, [&](_nvrtcProgram& p) {
    if (!bytes) return NVRTC_ERROR_INVALID_INPUT;
    if (!p.compiled) return NVRTC_ERROR_INVALID_PROGRAM;
    *bytes = p.ptx.size() + 1;
    return NVRTC_SUCCESS;
  });
}
nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* ptx) {
  return with(program, [&](_nvrtcProgram& p) { return p.compiled ? put(p.ptx, ptx) : NVRTC_ERROR_INVALID_PROGRAM; });
}
/// 0 for compute_80, as NVIDIA's says.
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t* bytes) {
  return with(program, [&](_nvrtcProgram& p) {
    if (!bytes) return NVRTC_ERROR_INVALID_INPUT;
    if (!p.compiled) return NVRTC_ERROR_INVALID_PROGRAM;
    *bytes = p.machine_code ? p.ptx.size() + 1 : 0;
    return NVRTC_SUCCESS;
  });
}
nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* image) {
  return with(program, [&](_nvrtcProgram& p) {
    return p.compiled && p.machine_code ? put(p.ptx, image) : NVRTC_ERROR_INVALID_PROGRAM;
  });
}
nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram program, size_t* bytes) {
  return with(program, [&](_nvrtcProgram& p) {
    if (!bytes) return NVRTC_ERROR_INVALID_INPUT;
    *bytes = p.log.size() + 1;
    return NVRTC_SUCCESS;
  });
}
nvrtcResult nvrtcGetProgramLog(nvrtcProgram program, char* log) {
  return with(program, [&](_nvrtcProgram& p) { return put(p.log, log); });
}

nvrtcResult nvrtcAddNameExpression(nvrtcProgram program, const char* expression) {
  return with(program, [&](_nvrtcProgram& p) {
    if (!expression) return NVRTC_ERROR_INVALID_INPUT;
    if (p.compiled) return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    if (std::ranges::find(p.expressions, expression) == p.expressions.end()) p.expressions.emplace_back(expression);
    return NVRTC_SUCCESS;
  });
}
nvrtcResult nvrtcGetLoweredName(nvrtcProgram program, const char* expression, const char** name) {
  return with(program, [&](_nvrtcProgram& p) {
    if (!expression || !name) return NVRTC_ERROR_INVALID_INPUT;
    if (!p.compiled) return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    const auto found = p.lowered.find(expression);
    if (found == p.lowered.end()) return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
    *name = found->second.c_str();
    return NVRTC_SUCCESS;
  });
}
}
