// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/held_kernel.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/frontend/kernel/known_parameters.hpp"
#include "forewarp/frontend/launch/element.hpp"
#include "forewarp/query/advise.hpp"
#include "forewarp/query/count_kernel.hpp"
#include "forewarp/query/predict.hpp"
#include "forewarp/query/profile.hpp"
#include "forewarp/report/page/documents.hpp"
#include "forewarp/report/ranking_view.hpp"
#include "forewarp/report/rankings_view.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::query {
namespace {

namespace fs = std::filesystem;

/// `one`: how the ranking of one device is written.
template <typename Write>
nlohmann::json ranked(const KernelOptions& kernel, const RankQuery& query, Write one, Progress* progress) {
  const RankQuestion question = rank_question(kernel, query);
  const std::vector<rank::Ranking> rankings = rank::rank_each(question.options, question.devices, progress);
  if (rankings.front().cancelled) throw Interrupted();
  if (std::ranges::all_of(rankings, [](const rank::Ranking& ranking) { return ranking.groups.empty(); }))
    refuse_empty(rankings.front());
  return rankings.size() == 1 && !query.always_several
             ? one(rankings.front(), question.options, question.measured_s)
             : report::rankings_json(rankings, question.options, question.devices);
}

std::string without(std::string text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
  return text;
}

void hide_in(nlohmann::ordered_json& json, std::string_view folder) {
  if (json.is_string()) {
    std::string& text = json.get_ref<std::string&>();
    if (text.find(folder) != std::string::npos) text = without(std::move(text), folder);
  } else if (json.is_structured()) {
    for (nlohmann::ordered_json& member : json) hide_in(member, folder);
  }
}

template <typename Number>
void read_number(std::string_view name, const std::string& text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stop != end)
    throw InputError(fmt::format("option {}: '{}' is not a whole number", name, text));
}

bool flag(std::string_view name, const std::string& text) {
  if (text != "0" && text != "1") throw InputError(fmt::format("option {}: '{}' is neither 0 nor 1", name, text));
  return text == "1";
}

std::string page_html(std::string_view name, nlohmann::ordered_json document) {
  const report::Document one{std::string(name), std::move(document)};
  return report::page_html(report::page_of({&one, 1}));
}

}  // namespace

std::string real_text(double value) {
  if (!std::isfinite(value)) throw InputError(fmt::format("{}: an argument must be finite", value));
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string struct_text(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes)
    text += fmt::format("{}u8:{}", text.empty() ? "{" : ",", static_cast<unsigned>(byte));
  return text + "}";
}

HeldKernel::HeldKernel(std::string path) { options_.request.path = std::move(path); }

std::unique_ptr<HeldKernel> HeldKernel::from_ptx(std::string_view text, std::string_view name) {
  const fs::path named = fs::path(name).filename();
  return from_source(text, named.extension() == ".ptx" ? named.string() : named.string() + ".ptx");
}

std::unique_ptr<HeldKernel> HeldKernel::from_source(std::string_view text, std::string_view name) {
  auto kernel = std::make_unique<HeldKernel>("");
  const fs::path file = kernel->new_file(fs::path(name).filename().string());
  write_file(file, text);
  kernel->options_.request.path = file.string();
  return kernel;
}

std::unique_ptr<HeldKernel> HeldKernel::copy() const {
  auto other = std::make_unique<HeldKernel>("");
  other->folder_ = folder_;
  other->options_ = options_;
  other->choices_ = choices_;
  return other;
}

KernelOptions& HeldKernel::change() {
  prepared_.reset();
  return options_;
}

void HeldKernel::set_option(std::string_view name, const std::string& value) {
  KernelOptions& o = change();
  const std::array<std::pair<std::string_view, std::string*>, 8> texts = {{{"registers", &o.registers},
                                                                           {"check", &o.check},
                                                                           {"compiler", &o.compiler},
                                                                           {"arch", &o.request.arch},
                                                                           {"kernel", &o.request.kernel},
                                                                           {"caches", &choices_.caches},
                                                                           {"model", &choices_.model},
                                                                           {"machine-code", &choices_.machine_code}}};
  for (const auto& [known, text] : texts)
    if (name == known) {
      *text = value;
      return;
    }
  if (name == "seed") return read_number(name, value, o.profile.seed);
  if (name == "budget") return read_number(name, value, o.profile.budget);
  if (name == "limit") return read_number(name, value, o.profile.max_warp_instructions);
  if (name == "threads") return read_number(name, value, o.profile.threads);
  if (name != "exact")
    throw InputError(fmt::format(
        "there is no option '{}'; there are registers, check, compiler, arch, kernel, caches, model, machine-code, "
        "seed, budget, limit, threads and exact",
        name));
  o.profile.exact = flag(name, value);
}

fs::path HeldKernel::new_file(std::string_view name) {
  if (!folder_) folder_ = std::make_shared<TemporaryFolder>("kernel");
  return *folder_ / name;
}

std::string HeldKernel::contents_text(std::string_view name, std::string_view element, std::uint64_t count,
                                      std::span<const std::byte> bytes) {
  const auto type = launch::vector_element_from(element);
  if (!type)
    throw InputError(
        fmt::format("{}: there is no element type '{}' (there are {})", name, element, launch::element_names()));
  if (bytes.size() / type->lanes / ptx::size_of(type->type) != count)
    throw InputError(fmt::format("{}: {} bytes are not {} elements of {}", name, bytes.size(), count, element));
  static std::atomic<unsigned> buffers{0};  // copies of a kernel share its folder
  const fs::path file = new_file(fmt::format("buffer-{}.bin", ++buffers));
  write_file(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  return fmt::format("{}=buffer:{}:{}:file({})", name, element, count, file.string());
}

PreparedKernel& HeldKernel::prepared() {
  if (!prepared_ || prepared_->machine_code() != choices_.machine_code)
    prepared_ = std::make_unique<PreparedKernel>(options_, choices_.machine_code);
  return *prepared_;
}

/// Errors keep their kind.
template <typename Ask>
auto HeldKernel::asked(Ask ask) -> decltype(ask()) {
  const std::lock_guard lock(mutex_);
  if (!folder_) return ask();
  const std::string folder = folder_->path().string() + "/";
  try {
    return ask();
  } catch (const ParseError& error) {
    SourceLocation where = error.where();
    const std::string message = without(error.what(), folder);
    where.file = without(where.file, folder);
    const std::string place = ParseError(where, "").what();
    throw ParseError(where, message.starts_with(place) ? message.substr(place.size()) : message);
  } catch (const InputError& error) {
    throw InputError(without(error.what(), folder));
  }
}

template <typename Make>
nlohmann::ordered_json HeldKernel::answered(Make make) {
  return asked([&] {
    nlohmann::ordered_json json = make();
    if (folder_) hide_in(json, folder_->path().string() + "/");
    return json;
  });
}

PredictOptions HeldKernel::predict_options(std::vector<std::string> devices) const {
  return {.devices = std::move(devices), .caches = choices_.caches, .model = choices_.model};
}

AdviseOptions HeldKernel::advise_options(std::vector<std::string> devices) const {
  return {.devices = std::move(devices), .caches = choices_.caches};
}

RankQuery HeldKernel::rank_query(std::vector<std::string> devices) const {
  RankQuery query{.devices = std::move(devices), .caches = choices_.caches, .machine_code = choices_.machine_code};
  if (!choices_.model.empty()) query.model = choices_.model;
  return query;
}

nlohmann::ordered_json HeldKernel::predict(const PredictOptions& options, Progress* progress) {
  return answered([&] { return predicted_json(query::predict(prepared(), options, progress)); });
}

nlohmann::ordered_json HeldKernel::predict_rows(const PredictOptions& options, Progress* progress) {
  return answered([&] { return predicted_rows_json(query::predict(prepared(), options, progress)); });
}

model::Prediction HeldKernel::predict_one(const std::string& device, Progress* progress) {
  return asked([&] {
    Predicted all = query::predict(prepared(), predict_options({device}), progress);
    if (all.rows.size() != 1) throw InputError(fmt::format("'{}' names {} devices, not one", device, all.rows.size()));
    return std::move(all.rows.front().prediction);
  });
}

nlohmann::ordered_json HeldKernel::profile(Progress* progress) {
  return answered([&] { return profiled_json(query::profile(prepared(), progress)); });
}

nlohmann::ordered_json HeldKernel::advise(const AdviseOptions& options, Progress* progress) {
  return answered([&] { return advised_json(query::advise(prepared(), options, progress)); });
}

nlohmann::ordered_json HeldKernel::rank(const RankQuery& query, Progress* progress) {
  return answered([&] { return nlohmann::ordered_json(ranked(options_, query, report::ranking_json, progress)); });
}

nlohmann::ordered_json HeldKernel::count(const std::vector<std::string>& at, bool fill, Progress* progress) {
  return answered([&] {
    const Counted counted = count_kernel(request_of(options_), at, fill, options_.check, progress);
    return nlohmann::ordered_json(report::count_json(with_marks(counted), counted.sizes));
  });
}

std::string HeldKernel::predict_page(const PredictOptions& options, Progress* progress) {
  return page_html("predict",
                   answered([&] { return predicted_document(query::predict(prepared(), options, progress)); }));
}

std::string HeldKernel::profile_page(Progress* progress) {
  return page_html("profile", answered([&] { return profiled_document(query::profile(prepared(), progress)); }));
}

std::string HeldKernel::advise_page(const AdviseOptions& options, Progress* progress) {
  return page_html("advise", answered([&] { return advised_document(query::advise(prepared(), options, progress)); }));
}

std::string HeldKernel::rank_page(const RankQuery& query, Progress* progress) {
  return page_html("rank", answered([&] {
                     return nlohmann::ordered_json(ranked(options_, query, report::ranking_page_json, progress));
                   }));
}

nlohmann::ordered_json HeldKernel::list() {
  return answered([&] {
    const kernel::Listing listing = kernel::list_kernels(request_of(options_));
    return nlohmann::ordered_json{{"kernels", listing.kernels}, {"launches", listing.launches}};
  });
}

std::vector<std::string> HeldKernel::argument_names() {
  return asked([&] {
    std::vector<std::string> names;
    for (const launch::ArgumentSpec& argument : kernel::describe(request_of(options_)).description.arguments)
      names.push_back(argument.name);
    return names;
  });
}

void HeldKernel::check_argument_names(const std::vector<std::string>& names) {
  asked([&] { kernel::check_argument_names(request_of(options_), names); });
}

std::string HeldKernel::ptx(Progress* progress) {
  return asked([&] {
    const auto reporting = prepared().reporting_to(progress);
    return prepared().code_for({})->kernel().code.ptx;
  });
}

}  // namespace forewarp::query
