// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/device_code_view.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/parallel.hpp"

namespace forewarp::report {
namespace {

std::vector<std::string> names_of(const std::vector<source::Arch>& archs) {
  std::vector<std::string> names;
  for (const source::Arch& arch : archs) names.push_back(arch.str());
  return names;
}

std::string archs_cell(const std::vector<source::Arch>& archs) {
  return archs.empty() ? "none" : fmt::format("{}", fmt::join(names_of(archs), " "));
}

std::string counted(std::size_t count, std::string_view what, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? what : plural);
}

/// Demangling takes longer than anything else where there are 100,000 names.
std::vector<std::string> signatures_of(const fatbin::KernelTable& table) {
  std::vector<std::string> signatures(table.kernels.size());
  parallel_for(signatures.size(), [&](std::size_t i) { signatures[i] = fatbin::signature(table.kernels[i]); });
  return signatures;
}

std::string remarks_of(const fatbin::KernelTable& table) {
  std::string text;
  const auto only = static_cast<std::size_t>(
      std::ranges::count_if(table.kernels, [](const fatbin::TableKernel& k) { return k.only_machine_code(); }));
  if (only > 0)
    text += fmt::format(
        "\n{} only as machine code, which forewarp cannot predict: it needs PTX (nvcc -gencode "
        "arch=compute_80,code=compute_80)\n",
        counted(only, "kernel exists", "kernels exist"));
  if (table.other_entries > 0)
    text += fmt::format("\n{} not read: LTO code (-dlto) or an unknown kind\n",
                        counted(table.other_entries, "entry was", "entries were"));
  return text;
}

}  // namespace

std::string kernel_table_text(const fatbin::KernelTable& table, const std::string& file) {
  std::string text = fmt::format("{}: {}, {}\n", file, counted(table.fat_binaries, "fat binary", "fat binaries"),
                                 counted(table.kernels.size(), "kernel", "kernels"));
  if (table.kernels.empty()) return text + remarks_of(table);
  TextTable rows({"PTX", "machine code", "kernel"}, {Align::left});
  const std::vector<std::string> signatures = signatures_of(table);
  for (std::size_t i = 0; i < signatures.size(); ++i)
    rows.row({archs_cell(table.kernels[i].ptx), archs_cell(table.kernels[i].machine_code), signatures[i]});
  return text + "\n" + rows.str() + remarks_of(table);
}

nlohmann::ordered_json kernel_table_json(const fatbin::KernelTable& table, const std::string& file) {
  nlohmann::ordered_json json{{"file", file},
                              {"fat_binaries", table.fat_binaries},
                              {"ptx_entries", table.ptx_entries},
                              {"machine_code_entries", table.machine_code_entries},
                              {"other_entries", table.other_entries},
                              {"kernels", nlohmann::ordered_json::array()}};
  const std::vector<std::string> signatures = signatures_of(table);
  for (std::size_t i = 0; i < signatures.size(); ++i) {
    const fatbin::TableKernel& kernel = table.kernels[i];
    json["kernels"].push_back({{"name", kernel.name},
                               {"signature", signatures[i]},
                               {"ptx", names_of(kernel.ptx)},
                               {"machine_code", names_of(kernel.machine_code)},
                               {"only_machine_code", kernel.only_machine_code()}});
    if (!kernel.only_machine_code()) json["kernels"].back()["parameters"] = kernel.parameters;
  }
  return json;
}

std::string kernel_table_csv(const fatbin::KernelTable& table) {
  std::string text = csv_line({"name", "signature", "ptx", "machine_code"});
  const std::vector<std::string> signatures = signatures_of(table);
  for (std::size_t i = 0; i < signatures.size(); ++i) {
    const fatbin::TableKernel& kernel = table.kernels[i];
    text += csv_line({kernel.name, signatures[i], fmt::format("{}", fmt::join(names_of(kernel.ptx), " ")),
                      fmt::format("{}", fmt::join(names_of(kernel.machine_code), " "))});
  }
  return text;
}

}  // namespace forewarp::report
