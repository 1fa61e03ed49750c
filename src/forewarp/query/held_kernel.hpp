// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A kernel as a program holds it, not a command line: PTX and the contents of buffers lie in memory. What the C API
/// and the Python package give their users is one of these. Memory goes to files of a temporary folder, so that
/// loading, caching and messages are those of a command; messages and documents do not show the folder.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/query/advise.hpp"
#include "forewarp/query/predict.hpp"
#include "forewarp/query/prepared_kernel.hpp"
#include "forewarp/query/rank.hpp"
#include "forewarp/support/temporary_folder.hpp"

namespace forewarp::query {

/// Of the questions, beside those of the kernel.
struct Choices {
  std::string caches = "usual", model = {}, machine_code = "auto";
};

/// "1.5", "2.0", "1e-05": the shortest text that reads back to the same number, with a point, for arguments.
/// Throws InputError for what is not finite.
[[nodiscard]] std::string real_text(double value);
/// A struct by value with these bytes: "{u8:1, u8:0}".
[[nodiscard]] std::string struct_text(std::span<const std::byte> bytes);

class HeldKernel {
 public:
  /// As kernel::Request::path. Nothing is read yet.
  explicit HeldKernel(std::string path);
  /// The name, "scale.ptx", is the one in messages and documents.
  [[nodiscard]] static std::unique_ptr<HeldKernel> from_ptx(std::string_view text, std::string_view name);
  /// A source of CUDA C++ ("scale.cu") or OpenCL C ("scale.cl").
  [[nodiscard]] static std::unique_ptr<HeldKernel> from_source(std::string_view text, std::string_view name);
  /// The same kernel with the same launch, which may then be changed.
  [[nodiscard]] std::unique_ptr<HeldKernel> copy() const;

  /// Changes what is asked next; what was prepared is dropped.
  [[nodiscard]] KernelOptions& change();
  [[nodiscard]] const KernelOptions& options() const { return options_; }
  [[nodiscard]] const Choices& choices() const { return choices_; }
  /// One option by the name it has on the command line, without dashes: "registers", "check", "compiler", "arch",
  /// "kernel", "seed", "budget", "limit", "threads", "exact", "caches", "model", "machine-code". Throws InputError for
  /// another name and for a value that is no number where one is needed.
  void set_option(std::string_view name, const std::string& value);
  /// The text of a buffer argument with these contents, for Request::arguments: "x=buffer:f32:4:file(...)". The bytes
  /// are copied. Throws InputError where they are not count elements of this type.
  [[nodiscard]] std::string contents_text(std::string_view name, std::string_view element, std::uint64_t count,
                                          std::span<const std::byte> bytes);

  /// With what set_option() chose.
  [[nodiscard]] PredictOptions predict_options(std::vector<std::string> devices) const;
  [[nodiscard]] AdviseOptions advise_options(std::vector<std::string> devices) const;
  [[nodiscard]] RankQuery rank_query(std::vector<std::string> devices) const;

  /// JSON as the commands print it. Throws what the functions of this layer throw, with messages that do not show the
  /// folder. Threads may ask at the same time; they wait for each other.
  [[nodiscard]] nlohmann::ordered_json predict(const PredictOptions& options, Progress* progress = nullptr);
  /// Its "predictions" alone, which take a fifth of the time.
  [[nodiscard]] nlohmann::ordered_json predict_rows(const PredictOptions& options, Progress* progress = nullptr);
  /// Of one device, without a document.
  [[nodiscard]] model::Prediction predict_one(const std::string& device, Progress* progress = nullptr);
  [[nodiscard]] nlohmann::ordered_json profile(Progress* progress = nullptr);
  [[nodiscard]] nlohmann::ordered_json advise(const AdviseOptions& options, Progress* progress = nullptr);
  /// Several devices: report::rankings_json.
  [[nodiscard]] nlohmann::ordered_json rank(const RankQuery& query, Progress* progress = nullptr);
  [[nodiscard]] nlohmann::ordered_json count(const std::vector<std::string>& at, bool fill,
                                             Progress* progress = nullptr);
  /// The page that the command writes (--report), as HTML.
  [[nodiscard]] std::string predict_page(const PredictOptions& options, Progress* progress = nullptr);
  [[nodiscard]] std::string profile_page(Progress* progress = nullptr);
  [[nodiscard]] std::string advise_page(const AdviseOptions& options, Progress* progress = nullptr);
  [[nodiscard]] std::string rank_page(const RankQuery& query, Progress* progress = nullptr);
  /// The kernels and launches of the file (kernel::list_kernels).
  [[nodiscard]] nlohmann::ordered_json list();
  /// The names of the arguments where a launch.toml describes them.
  [[nodiscard]] std::vector<std::string> argument_names();
  /// Throws InputError for a name that no parameter has, where the file shows the names without a compiler.
  void check_argument_names(const std::vector<std::string>& names);
  /// The PTX that is run where no device is named.
  [[nodiscard]] std::string ptx(Progress* progress = nullptr);

 private:
  PreparedKernel& prepared();
  /// Errors without the folder, one question at a time.
  template <typename Ask>
  auto asked(Ask ask) -> decltype(ask());
  template <typename Make>
  nlohmann::ordered_json answered(Make make);
  std::filesystem::path new_file(std::string_view name);

  std::mutex mutex_;
  std::shared_ptr<TemporaryFolder> folder_;  ///< nothing where nothing lay in memory; copies share it
  KernelOptions options_;
  Choices choices_;
  std::unique_ptr<PreparedKernel> prepared_;
};

}  // namespace forewarp::query
