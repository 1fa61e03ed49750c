// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "forewarp/frontend/fatbin/kernel_table.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/report/device_code_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::tool {
namespace {

struct ListOptions {
  std::string path, kernel;
  bool json = false, csv = false;
};

fatbin::KernelTable table_of(const ListOptions& options) {
  const bool is_ptx = std::filesystem::path(options.path).extension() == ".ptx";
  const fatbin::DeviceCode code = is_ptx ? fatbin::device_code_of_ptx(read_file(options.path), options.path)
                                         : fatbin::read_device_code(std::filesystem::path(options.path));
  if (code.containers.empty()) throw InputError(fmt::format("{}: there is no CUDA device code in it", options.path));
  fatbin::KernelTable table = fatbin::kernel_table(code);
  std::erase_if(table.kernels, [&](const fatbin::TableKernel& k) {
    return !options.kernel.empty() && fatbin::signature(k).find(options.kernel) == std::string::npos &&
           k.name.find(options.kernel) == std::string::npos;
  });
  return table;
}

void list_compiled(const ListOptions& options) {
  const fatbin::KernelTable table = table_of(options);
  if (options.json)
    fmt::print("{}\n", report::json_text(report::kernel_table_json(table, options.path)));
  else if (options.csv)
    fmt::print("{}", report::kernel_table_csv(table));
  else
    fmt::print("{}", report::kernel_table_text(table, options.path));
}

void list_source(const ListOptions& options) {
  if (options.csv) throw InputError("--csv is for compiled files: the kernels of a source are listed as it has them");
  kernel::Request request;
  request.path = options.path;
  kernel::Listing listing = kernel::list_kernels(request);
  std::erase_if(listing.kernels, [&](const std::string& k) { return k.find(options.kernel) == std::string::npos; });
  std::erase_if(listing.launches, [&](const std::string& l) { return l.find(options.kernel) == std::string::npos; });
  if (options.json)
    return fmt::print("{}\n", report::json_text({{"kernels", listing.kernels}, {"launches", listing.launches}}));
  for (const std::string& name : listing.kernels) fmt::print("{}\n", name);
  for (const std::string& launch : listing.launches) fmt::print("launched: {}\n", launch);
  if (listing.kernels.empty() && listing.launches.empty()) fmt::print("no kernel and no launch\n");
}

void list_command(const ListOptions& options) {
  const std::filesystem::path path(options.path);
  if (path.extension() == ".ptx" || fatbin::is_binary_file(path)) return list_compiled(options);
  list_source(options);
}

}  // namespace

void add_list_command(CLI::App& app) {
  const auto options = std::make_shared<ListOptions>();
  const Command command = add_documented_command(app, "list", "list the kernels of a program, library or source");
  command.add_option("file", options->path).required();
  command.add_option("--kernel", options->kernel);
  const Option json = command.add_flag("--json", options->json);
  command.add_flag("--csv", options->csv).excludes(json);
  command.callback([options] { list_command(*options); });
}

}  // namespace forewarp::tool
