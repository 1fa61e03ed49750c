// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/nvrtc.hpp"

#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "forewarp/support/dynamic_library.hpp"

namespace forewarp::source {
namespace fs = std::filesystem;
namespace {

// The functions of nvrtc.h that we call; 0 is NVRTC_SUCCESS.
struct Functions {
  DynamicLibrary library;
  int (*version)(int*, int*) = library.optional("nvrtcVersion");
  int (*create)(void**, const char*, const char*, int, const char* const*,
                const char* const*) = library.optional("nvrtcCreateProgram");
  int (*destroy)(void**) = library.optional("nvrtcDestroyProgram");
  int (*add_name)(void*, const char*) = library.optional("nvrtcAddNameExpression");
  int (*compile)(void*, int, const char* const*) = library.optional("nvrtcCompileProgram");
  int (*ptx_size)(void*, std::size_t*) = library.optional("nvrtcGetPTXSize");
  int (*ptx)(void*, char*) = library.optional("nvrtcGetPTX");
  int (*log_size)(void*, std::size_t*) = library.optional("nvrtcGetProgramLogSize");
  int (*log)(void*, char*) = library.optional("nvrtcGetProgramLog");

  [[nodiscard]] bool complete() const {
    return version != nullptr && create != nullptr && destroy != nullptr && add_name != nullptr && compile != nullptr &&
           ptx_size != nullptr && ptx != nullptr && log_size != nullptr && log != nullptr;
  }
};

// NVRTC's texts come with their terminating zero.
std::string text_of(void* program, int (*size_of)(void*, std::size_t*), int (*get)(void*, char*)) {
  std::size_t size = 0;
  if (size_of(program, &size) != 0 || size == 0) return "";
  std::string text(size, '\0');
  if (get(program, text.data()) != 0) return "";
  text.resize(size - 1);
  return text;
}

class LoadedNvrtc final : public Nvrtc {
 public:
  LoadedNvrtc(const Functions& f, std::string version, std::string identity)
      : f_(f), version_(std::move(version)), identity_(std::move(identity)) {}

  const std::string& version() const override { return version_; }
  const std::string& identity() const override { return identity_; }

  NvrtcOutcome compile(const std::string& text, const std::string& name, const std::vector<std::string>& options,
                       const std::vector<std::string>& instantiate) const override {
    void* program = nullptr;
    if (f_.create(&program, text.c_str(), name.c_str(), 0, nullptr, nullptr) != 0) return {};
    NvrtcOutcome outcome;
    bool named = true;
    for (const std::string& n : instantiate) named = named && f_.add_name(program, n.c_str()) == 0;
    std::vector<const char*> arguments;
    for (const std::string& o : options) arguments.push_back(o.c_str());
    outcome.ok = named && f_.compile(program, static_cast<int>(arguments.size()), arguments.data()) == 0;
    outcome.log = text_of(program, f_.log_size, f_.log);
    if (outcome.ok) outcome.ptx = text_of(program, f_.ptx_size, f_.ptx);
    outcome.ok = outcome.ok && !outcome.ptx.empty();
    f_.destroy(&program);
    return outcome;
  }

 private:
  Functions f_;
  std::string version_, identity_;
};

std::optional<fs::path> library_near(const fs::path& nvcc) {
  std::error_code ec;
  const fs::path toolkit = fs::canonical(nvcc, ec).parent_path().parent_path();
  if (ec) return std::nullopt;
  for (const char* folder : {"lib64", "targets/x86_64-linux/lib", "lib", "lib/x86_64-linux-gnu"})
    if (fs::path file = toolkit / folder / "libnvrtc.so"; fs::exists(file, ec)) return file;
  return std::nullopt;
}

std::shared_ptr<const Nvrtc> open_library(const fs::path& path) {
  const auto library = DynamicLibrary::open(path.string());
  if (!library) return nullptr;
  const Functions f{*library};
  int major = 0, minor = 0;
  if (!f.complete() || f.version(&major, &minor) != 0) return nullptr;
  std::error_code ec;
  const fs::path real = fs::canonical(path, ec);
  std::string version = fmt::format("nvrtc {}.{}", major, minor);
  std::string identity = fmt::format("{}|{}:{}:{}", version, real.string(), fs::file_size(real, ec),
                                     fs::last_write_time(real, ec).time_since_epoch().count());
  return std::make_shared<LoadedNvrtc>(f, std::move(version), std::move(identity));
}

}  // namespace

std::shared_ptr<const Nvrtc> load_nvrtc(const std::string& name) { return open_library(name); }

std::shared_ptr<const Nvrtc> find_nvrtc(const fs::path& nvcc) {
  const char* wanted = std::getenv("FOREWARP_NVRTC");
  if (wanted != nullptr && std::string_view(wanted) == "off") return nullptr;
  static std::mutex mutex;
  static std::map<fs::path, std::shared_ptr<const Nvrtc>> opened;
  const auto path = library_near(nvcc);
  if (!path) return nullptr;
  const std::lock_guard lock(mutex);
  const auto found = opened.find(*path);
  return found != opened.end() ? found->second : opened.emplace(*path, open_library(*path)).first->second;
}

}  // namespace forewarp::source
