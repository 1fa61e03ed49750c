// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "forewarp/report/comparison.hpp"
#include "forewarp/report/page/documents.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::tool {
namespace {

struct ReportArguments {
  std::vector<std::string> files;
  std::string output, title;
  bool compare = false;
};

/// Deeper than anything we print; a parser that recurses must not be fed more.
constexpr int deepest = 64;

nlohmann::ordered_json parsed(const std::string& file) {
  const std::string text = read_file(file, std::size_t{256} << 20);
  const auto shallow = [](int depth, nlohmann::ordered_json::parse_event_t, nlohmann::ordered_json&) {
    if (depth > deepest) throw InputError("nested too deeply");
    return true;
  };
  try {
    return nlohmann::ordered_json::parse(text, shallow);
  } catch (const nlohmann::json::exception& e) {
    throw InputError(fmt::format("{}: not JSON: {}", file, e.what()));
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}: {}", file, e.what()));
  }
}

/// Prints the comparison.
report::Page compared_page(const std::vector<report::Document>& documents) {
  if (documents.size() != 2) throw InputError("--compare takes two files, before and after");
  const std::vector<report::Compared> all = report::compare(documents[0], documents[1]);
  fmt::print("{}", report::comparison_text(all, documents[0], documents[1]));
  return report::comparison_page(all, documents[0], documents[1]);
}

void report_command(const ReportArguments& arguments) {
  if (arguments.output.empty() && !arguments.compare) throw InputError("give -o PAGE.html, or --compare");
  std::vector<report::Document> documents;
  for (const std::string& file : arguments.files)
    documents.push_back({std::filesystem::path(file).filename().string(), parsed(file)});
  report::Page page = arguments.compare ? compared_page(documents) : report::page_of(documents);
  if (arguments.output.empty()) return;
  if (!arguments.title.empty()) page.title = arguments.title;
  report::write_page(page, arguments.output);
  fmt::print(stderr, "wrote {}\n", arguments.output);
}

}  // namespace

void add_report_command(CLI::App& app) {
  const Command command = add_documented_command(app, "report", "combine results of other commands into one HTML page");
  auto arguments = std::make_shared<ReportArguments>();
  command.add_option("files", arguments->files).required();
  command.add_option("-o,--output", arguments->output);
  command.add_flag("--compare", arguments->compare);
  command.add_option("--title", arguments->title);
  command.callback([arguments] { report_command(*arguments); });
}

}  // namespace forewarp::tool
