// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/source/compiler.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/frontend/source/detail/preprocessed.hpp"
#include "forewarp/frontend/source/detail/run_job.hpp"
#include "forewarp/frontend/source/detail/variant.hpp"
#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/frontend/source/instance.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::source {
namespace {

constexpr const char* texts_suffix = ".texts";

// An entry of the store: one line of JSON, then the PTX.
std::string packed(const Compiled& c) {
  const nlohmann::json head = {{"compiler", c.compiler}, {"arch", c.arch}, {"warnings", c.warnings}};
  return head.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + "\n" + c.ptx;
}

Compiled unpacked(const std::string& text) {
  const std::size_t line = std::min(text.find('\n'), text.size() - 1);
  const nlohmann::json head = nlohmann::json::parse(text.substr(0, line));
  Compiled c{.ptx = text.substr(line + 1), .compiler = head.at("compiler"), .arch = head.at("arch")};
  c.warnings = head.at("warnings");
  c.entries = entries_of(c.ptx);
  return c;
}

}  // namespace

Compiler::Result Compiler::compile(const CompileOptions& options) {
  if ((options.language ? *options.language : language_of(options.path)) == Language::ptx)
    return std::make_shared<const Compiled>(read_ptx(options));
  Job job = plan(options);
  if (job.options.progress == nullptr) job.options.progress = progress_;
  const std::string request = request_key(job);
  // Not remembered once it is answered: an included file may change, which only the manifest would notice.
  const auto forget = [&] {
    const std::lock_guard lock(mutex_);
    results_.erase(request);
  };
  Result result = once(request, [&] {
    try {
      Result made = compile_job(job, request);
      forget();
      return made;
    } catch (...) {
      forget();
      throw;
    }
  });
  return with_notes(std::move(result), job);
}

CompiledKernel Compiler::compile_kernel(const CompileOptions& options, std::string_view kernel) {
  const Result plain = compile(options);
  if (const auto entry = try_find_entry(plain->entries, kernel)) return {plain, *entry};
  if (!names_an_instance(kernel) || plain->compiler == "none") return {plain, find_entry(plain->entries, kernel)};
  CompileOptions more = options;
  more.instantiate.emplace_back(kernel);
  const Result instantiated = compile(more);
  if (auto entry = probed_entry(instantiated->ptx, instantiated->entries)) return {instantiated, *std::move(entry)};
  return {instantiated, find_entry(instantiated->entries, kernel)};
}

std::vector<SourceText> Compiler::texts(const CompileOptions& options) {
  if ((options.language ? *options.language : language_of(options.path)) == Language::ptx) return {};
  CompileOptions plain = options;
  plain.instantiate.clear();
  plain.many_variants = false;
  const Job job = plan(plain);
  const std::string request = request_key(job);
  if (const auto manifest = store_->get(request))
    if (const auto key = key_if_unchanged(*manifest))
      if (const auto kept = store_->get(*key + texts_suffix))
        if (auto texts = unpacked_texts(*kept)) return *std::move(texts);
  Preprocessed preprocessed = preprocess(job);
  store_->put(preprocessed.key + texts_suffix, packed_texts(preprocessed.texts));
  store_->put(request, manifest_of(preprocessed));
  return std::move(preprocessed.texts);
}

// The first thread to ask makes it; the others wait for the same future, for its error too.
Compiler::Result Compiler::once(const std::string& key, const std::function<Result()>& make) {
  std::promise<Result> promise;
  std::shared_future<Result> future;
  bool mine = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = results_.find(key);
    mine = found == results_.end();
    future = mine ? results_.emplace(key, promise.get_future().share()).first->second : found->second;
  }
  if (!mine) return future.get();
  try {
    promise.set_value(make());
  } catch (...) {
    promise.set_exception(std::current_exception());
  }
  return future.get();
}

Compiler::Result Compiler::compile_job(const Job& job, const std::string& request) {
  if (const auto manifest = store_->get(request)) {
    const auto key = key_if_unchanged(*manifest);
    if (const auto text = key ? store_->get(*key) : std::nullopt) {
      Compiled c = unpacked(*text);
      c.from_cache = true;
      return once(*key, [&] { return std::make_shared<const Compiled>(std::move(c)); });
    }
  }
  if (Result quick = try_nvrtc(job, request)) return quick;
  Job with_header = job;
  with_header.precompiled_header = precompiled_header(job);
  const Preprocessed preprocessed = preprocess(job);
  const std::string manifest = manifest_of(preprocessed);
  store_->put(preprocessed.key + texts_suffix, packed_texts(preprocessed.texts));
  Result result = once(preprocessed.key, [&] {
    return stored_or_made(preprocessed.key, [&] {
      JobOutput out = run_job(with_header, Action::compile, preprocessed.expanded);
      return as_compiled(job, std::move(out.text), std::move(out.said));
    });
  });
  store_->put(request, manifest);
  if (may_use_nvrtc(job)) {
    const std::lock_guard lock(mutex_);
    not_for_nvrtc_.insert(job.options.path.string());
  }
  return result;
}

// A file that NVRTC refuses and nvcc takes has host code or system headers; one that both refuse has an error, and the
// next variant may have none.
Compiler::Result Compiler::try_nvrtc(const Job& job, const std::string& request) {
  if (!may_use_nvrtc(job)) return nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (not_for_nvrtc_.contains(job.options.path.string())) return nullptr;
  }
  const auto nvrtc = find_nvrtc(job.toolchain.executable);
  const auto preprocessed = nvrtc ? preprocess_for_nvrtc(job, *nvrtc) : std::nullopt;
  if (!preprocessed) return nullptr;
  const std::string manifest = manifest_of(*preprocessed);
  Result result = once(preprocessed->key, [&]() -> Result {
    try {
      return stored_or_made(preprocessed->key, [&] {
        NvrtcOutcome outcome = compile_with_nvrtc(job, *nvrtc);
        if (!outcome.ok) throw InputError(outcome.log);
        Compiled c = as_compiled(job, std::move(outcome.ptx), std::move(outcome.log));
        c.compiler = nvrtc->version();
        return c;
      });
    } catch (const InputError&) {
      return nullptr;  // nvcc tells the user what is wrong, if anything is
    }
  });
  if (result) store_->put(request, manifest);
  return result;
}

// Parsing our header is half of what a small kernel costs clang: of CUDA 60 ms of 120, of OpenCL 30 of 60.
std::filesystem::path Compiler::precompiled_header(const Job& job) {
  if (!job.options.many_variants || !job.options.amd_target.empty() || job.toolchain.kind != CompilerKind::clang ||
      !store_->usable())
    return {};
  std::string text = fmt::format("{}|{}|{}", job.toolchain.identity, job.arch.arch.str(), int(job.language));
  for (const std::string& f : job.options.extra_flags) text += "|" + f;
  const std::string key = digest(text);
  const std::lock_guard lock(headers_mutex_);
  const auto found = headers_.find(key);
  if (found != headers_.end()) return found->second;
  const std::filesystem::path file = *store_->kept_file(key);
  return headers_[key] = precompile_header(job, file) ? file : std::filesystem::path();
}

Compiler::Result Compiler::stored_or_made(const std::string& key, const std::function<Compiled()>& make) {
  bool made = false;
  const std::string text = store_->get_or_make(key, [&] {
    made = true;
    Compiled compiled = make();
    ++compilations_;
    return packed(compiled);
  });
  Compiled c = unpacked(text);
  c.from_cache = !made;
  return std::make_shared<const Compiled>(std::move(c));
}

Compiler::Result Compiler::with_notes(Result result, const Job& job) const {
  if (job.arch.note.empty() && store_->note().empty()) return result;
  Compiled noted = *result;
  for (const std::string& note : {job.arch.note, store_->note()})
    if (!note.empty()) noted.notes.push_back(note);
  return std::make_shared<const Compiled>(std::move(noted));
}

}  // namespace forewarp::source
