// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Compilation that never does the same work twice: neither in this process, whichever threads ask, nor across
/// processes.
///
/// Two keys. A request's key is a digest of the file's bytes, the options and the compiler; it leads to a manifest of
/// the files that were included, and when none of those changed, straight to the PTX with no process started. Otherwise
/// the text is preprocessed, and the digest of that text with the compiler and its flags is the PTX's key: -D values
/// that the file does not look at, or looks at with the same outcome, share one compilation.
#include <atomic>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

#include "forewarp/frontend/source/cache_store.hpp"
#include "forewarp/frontend/source/compile.hpp"
#include "forewarp/frontend/source/source_text.hpp"

namespace forewarp::source {

struct Job;

/// A compiled file and the kernel in it that was meant.
struct CompiledKernel {
  std::shared_ptr<const Compiled> compiled;
  std::string entry;  ///< mangled
};

class Compiler {
 public:
  Compiler() : Compiler(std::make_shared<CacheStore>()) {}
  /// progress is called while a compiler runs, and may stop it.
  explicit Compiler(std::shared_ptr<CacheStore> store, Progress* progress = nullptr)
      : store_(std::move(store)), progress_(progress) {}

  /// compile_uncached, with the cache. Safe to call from many threads; errors reach every thread that asked.
  [[nodiscard]] std::shared_ptr<const Compiled> compile(const CompileOptions& options);

  /// Compiles and finds the kernel. A template that the file does not instantiate ("reduce<float, 256>") is
  /// instantiated. Throws InputError listing the kernels where there is none of that name.
  [[nodiscard]] CompiledKernel compile_kernel(const CompileOptions& options, std::string_view kernel);

  /// The user's files in this compilation as the compiler sees them. Throws as compile() does; nothing for PTX.
  [[nodiscard]] std::vector<SourceText> texts(const CompileOptions& options);

  /// How often a compiler was really run to make PTX.
  [[nodiscard]] std::size_t compilations() const { return compilations_; }

 private:
  using Result = std::shared_ptr<const Compiled>;
  [[nodiscard]] Result once(const std::string& key, const std::function<Result()>& make);
  [[nodiscard]] Result compile_job(const Job& job, const std::string& request);
  /// Nothing where NVRTC cannot serve this file; nvcc then does.
  [[nodiscard]] Result try_nvrtc(const Job& job, const std::string& request);
  [[nodiscard]] Result stored_or_made(const std::string& key, const std::function<Compiled()>& make);
  [[nodiscard]] std::filesystem::path precompiled_header(const Job& job);
  [[nodiscard]] Result with_notes(Result result, const Job& job) const;

  std::shared_ptr<CacheStore> store_;
  Progress* progress_ = nullptr;
  std::mutex mutex_, headers_mutex_;
  std::map<std::string, std::shared_future<Result>> results_;
  std::map<std::string, std::filesystem::path> headers_;  ///< precompiled, by key; empty where that failed
  std::set<std::string> not_for_nvrtc_;                   ///< files that nvcc compiles and NVRTC does not
  std::atomic<std::size_t> compilations_ = 0;
};

}  // namespace forewarp::source
