// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "serve/answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "forewarp/query/advise.hpp"
#include "forewarp/query/rank.hpp"
#include "forewarp/report/comparison.hpp"
#include "forewarp/report/page/documents.hpp"
#include "forewarp/report/page/page.hpp"
#include "forewarp/report/ranking_view.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "serve/controls.hpp"
#include "serve/opened_file.hpp"

namespace forewarp::serve {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_kernels = 24, between_removals = 256;
constexpr std::chrono::minutes old{10};

double ms_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// What a prepared kernel depends on.
std::string key_of(const Question& q, const std::string& path) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", path, q.machine_code, q.kernel, q.grid, q.block,
                     q.shared, q.compiler, q.registers, fmt::join(q.arguments, "\n"), fmt::join(q.set, ","));
}

std::string without(std::string text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at)) text.erase(at, part.size());
  return text;
}

void hide(Json& json, const std::string& folder) {
  if (json.is_string()) {
    auto& text = json.get_ref<std::string&>();
    if (text.find(folder) != std::string::npos) text = without(std::move(text), folder);
  } else if (json.is_structured()) {
    for (Json& member : json) hide(member, folder);
  }
}

report::Page compared(const Question& question, const report::Document& current) {
  const report::Document pinned{"pinned", question.pinned};
  try {
    return report::comparison_page(report::compare(pinned, current), pinned, current);
  } catch (const InputError&) {
    throw InputError("what was pinned cannot be compared: it is no answer for a kernel; unpin it");
  } catch (const nlohmann::json::exception&) {
    throw InputError("what was pinned cannot be compared: it is no answer for a kernel; unpin it");
  }
}

/// Messages and notes of the commands name their options; the page has fields.
std::string in_words_of_the_page(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"use --grid, or --set n=SIZE for one thread per element", "fill in the field grid, or describe the launch"},
      {"; forewarp devices lists all, the path of a .toml file is your own", "; the list of devices has all"},
      {"--grid:", "the field grid:"},
      {"--block:", "the field block:"},
      {"--shared:", "the field shared bytes:"},
      {"--block sets it", "the field block sets it"},
      {"--grid sets it", "the field grid sets it"},
      {"(--arg ", "(in the field arguments, "}};
  for (const auto& [option, field] : words)
    for (std::size_t at = text.find(option); at != std::string::npos; at = text.find(option, at + field.size()))
      text.replace(at, option.size(), field);
  if (const std::size_t at = text.find("; --set "); at != std::string::npos && text.ends_with("gives it a value"))
    text.resize(at);
  return text;
}

void put_page(Json& answer, const Question& question, report::Page page) {
  for (std::string& note : page.notes) note = in_words_of_the_page(std::move(note));
  if (question.is_export)
    answer["html"] = report::page_html(page);
  else
    answer["page"] = report::live_page_json(page);
}

}  // namespace

Answerer::Answerer(fs::path folder) : folder_(std::move(folder)) {}

std::shared_ptr<query::PreparedKernel> Answerer::prepared(const Question& question, const std::string& path) {
  const std::string key = key_of(question, path);
  const auto found = std::ranges::find(kept_, key, &Kept::key);
  if (found != kept_.end())
    kept_.splice(kept_.begin(), kept_, found);
  else
    kept_.push_front({key, std::make_shared<query::PreparedKernel>(options_of(question, path), question.machine_code)});
  if (kept_.size() > kept_kernels) kept_.pop_back();
  return kept_.front().kernel;
}

/// One folder for each text, so that workers share what they compiled: its place is part of that.
std::string Answerer::write_files(const Question& question) {
  if (++written_ % between_removals == 0) remove_old();
  const fs::path folder = folder_ / digest(question.name + "\n" + question.launch + "\n" + question.text);
  // A description without "source" means kernel.cu or kernel.ptx beside it.
  const std::string ending = fs::path(question.name).extension().string();
  const fs::path file = folder / (question.launch.empty() ? question.name : "kernel" + ending);
  if (fs::exists(file)) {
    fs::last_write_time(folder, fs::file_time_type::clock::now());
  } else {
    fs::create_directories(folder);
    if (!question.launch.empty()) write_file(folder / "launch.toml", question.launch);
    write_file(file, question.text);
  }
  return question.launch.empty() ? file.string() : folder.string();
}

void Answerer::remove_old() const {
  std::error_code none;
  const auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator entry(folder_, none), end; !none && entry != end; entry.increment(none)) {
    std::error_code gone;  // another worker may have removed it
    const auto time = fs::last_write_time(entry->path(), gone);
    if (!gone && entry->is_directory(gone) && now - time > old) fs::remove_all(entry->path(), gone);
  }
}

Json Answerer::answer_kernel(Question& question, const std::string& path, Progress* progress) {
  const std::vector<std::string> kernels = kernel_names(question, path);
  const bool was_without_grid = question.grid.empty();
  complete(question, kernels);
  const query::PredictOptions options = predict_options_of(question);
  const auto kernel = prepared(question, path);
  const auto begin = Clock::now();
  const auto devices = kernel->devices(options.devices, options.conditions);
  double compile_ms = 0, emulate_ms = 0, assemble_ms = 0;
  {
    const auto reporting = kernel->reporting_to(progress);
    const auto code = kernel->code_for(*devices);
    compile_ms = ms_since(begin);
    for (const device::DeviceSpec& device : *devices)
      if (!code->refused_by(device)) (void)code->summary(device.warp_size);
    emulate_ms = ms_since(begin) - compile_ms;
    for (const device::DeviceSpec& device : *devices)
      if (!code->refused_by(device) && code->summary(device.warp_size).summary) (void)code->machine_work(device);
    assemble_ms = ms_since(begin) - compile_ms - emulate_ms;
  }
  const query::Predicted predicted = query::predict(*kernel, options, progress);
  const auto advice = query::advice_on_fastest(*kernel, options, predicted);
  const report::Document document{"predict", query::predicted_document(predicted, advice)};
  const report::Document current{question.name, query::predicted_json(predicted)};
  Json answer;
  report::Page page = report::page_of({&document, 1});
  if (was_without_grid && !question.grid.empty())
    page.notes.push_back(fmt::format("no grid was given: {} blocks", question.grid));
  put_page(answer, question, page);
  answer["predictions"] = current.json;
  answer["controls"] = controls_json(question, predicted, kernels);
  if (!question.pinned.is_null())
    put_page(question.is_export ? answer : answer["comparison"], question, compared(question, current));
  answer["times_ms"] = {{"compile", compile_ms},
                        {"emulate", emulate_ms},
                        {"assemble", assemble_ms},
                        {"predict", ms_since(begin) - compile_ms - emulate_ms - assemble_ms}};
  return answer;
}

Json Answerer::answer_ranking(Question& question, const std::string& path, Progress* progress) {
  complete(question, kernel_names(question, path));
  const query::RankQuery query{
      .devices = {question.devices.front()}, .caches = question.caches, .machine_code = question.machine_code};
  question.block.clear();  // is what is ranked
  const rank::RankOptions options = query::rank_question(options_of(question, path), query).options;
  const rank::Ranking ranking = rank::rank(options, progress);
  if (ranking.cancelled) throw Interrupted();
  query::refuse_empty(ranking);
  const report::Document document{"rank", Json(report::ranking_page_json(ranking, options))};
  report::Page page = report::page_of({&document, 1});
  page.title = question.kernel.empty() ? question.name : question.kernel;  // not our folder
  Json answer;
  put_page(answer, question, page);
  return answer;
}

Json Answerer::answer(Question question, Progress* progress) {
  if (auto page = page_of_results(question)) {
    Json answer;
    put_page(answer, question, *page);
    return answer;
  }
  if (auto page = page_of_machine_code(question)) {
    Json answer;
    put_page(answer, question, *page);
    return answer;
  }
  check_kind(question);
  const std::string path = write_files(question);
  const fs::path folder = question.launch.empty() ? fs::path(path).parent_path() : fs::path(path);
  const std::string hidden = folder.string() + "/";
  try {
    Json answer =
        question.is_ranking ? answer_ranking(question, path, progress) : answer_kernel(question, path, progress);
    hide(answer, hidden);
    return answer;
  } catch (const InputError& error) {
    throw InputError(in_words_of_the_page(without(without(error.what(), hidden), folder.string())));
  }
}

}  // namespace forewarp::serve
