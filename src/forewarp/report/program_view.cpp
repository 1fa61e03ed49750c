// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/program_view.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/program_totals.hpp"
#include "forewarp/report/shown_name.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

/// Two digits, and whole numbers above.
std::string gain_text(double gain) {
  constexpr double two_digits = 99.5;
  return gain < two_digits ? fmt::format("{:.2g}x", gain) : fmt::format("{:.0f}x", gain);
}

using runtime::Operation;
using runtime::Recording;

struct TransferTotals {
  std::string name;
  std::size_t number = 0;
  double bytes = 0, total_s = 0;
};

std::string name_of(const Operation& o) {
  if (o.kind == Operation::Kind::fill) return "fill";
  const bool link = o.copy == runtime::CopyKind::host_to_device || o.copy == runtime::CopyKind::device_to_host;
  return fmt::format("{}{}", runtime::name_of(o.copy), link ? o.pinned ? ", pinned" : ", pageable" : "");
}

std::vector<TransferTotals> transfers(const Recording& r, std::size_t device) {
  std::vector<TransferTotals> out;
  for (const Operation& o : r.operations) {
    if (o.kind == Operation::Kind::launch) continue;
    const std::string name = name_of(o);
    auto at = std::ranges::find(out, name, &TransferTotals::name);
    if (at == out.end()) at = out.insert(out.end(), {name});
    ++at->number;
    at->bytes += static_cast<double>(o.bytes);
    at->total_s += o.times.at(device).seconds();
  }
  std::ranges::stable_sort(out, std::greater{}, &TransferTotals::total_s);
  return out;
}

constexpr std::size_t max_rows = 30;  ///< kernels in the text

/// What is behind the last row of the text.
std::vector<std::string> rest_row(const std::vector<KernelTotals>& kernels) {
  KernelTotals rest;
  for (std::size_t i = max_rows; i < kernels.size(); ++i) {
    rest.launches += kernels[i].launches;
    rest.total_s += kernels[i].total_s;
    rest.share += kernels[i].share;
  }
  return {fmt::format("{} more kernels (--csv has all)", kernels.size() - max_rows),
          count_text(static_cast<double>(rest.launches)),
          time_text(rest.total_s),
          time_text(rest.mean_s()),
          percent_text(rest.share),
          "",
          ""};
}

std::string kernels_text(const Recording& r, std::size_t device) {
  TextTable table({"kernel", "launches", "total", "mean", "share", "limiter", "first advice"},
                  {Align::left, Align::right, Align::right, Align::right, Align::right, Align::left, Align::left});
  const std::vector<KernelTotals> kernels = kernel_totals(r, device);
  std::vector<std::string> full;
  for (const KernelTotals& k : kernels) full.push_back(k.name);
  const std::vector<std::string> names = shown_names(full);
  for (std::size_t i = 0; i < std::min(max_rows, kernels.size()); ++i) {
    const KernelTotals& k = kernels[i];
    table.row({names[i], count_text(static_cast<double>(k.launches)), time_text(k.total_s), time_text(k.mean_s()),
               percent_text(k.share), k.longest->limiter,
               k.longest->advice.empty()
                   ? "-"
                   : fmt::format("{} ({})", k.longest->advice, gain_text(k.longest->advice_gain))});
  }
  if (kernels.size() > max_rows) table.row(rest_row(kernels));
  return table.empty() ? "no kernel was launched\n" : table.str();
}

/// Launches that do not fit the device, with the reason.
std::string refused_text(const Recording& r, std::size_t device) {
  std::string text;
  for (const KernelTotals& k : kernel_totals(r, device))
    if (k.cannot_run != nullptr)
      text += fmt::format("\nWARNING: {} cannot run on {}; its time is taken from {}: {}\n", shown_name(k.name),
                          r.devices[device], r.devices.front(), *k.cannot_run);
  return text;
}

std::string transfers_text(const Recording& r, std::size_t device) {
  TextTable table({"memory", "number", "bytes", "total", "rate"});
  for (const TransferTotals& t : transfers(r, device))
    table.row({t.name, count_text(static_cast<double>(t.number)), bytes_text(t.bytes), time_text(t.total_s),
               fmt::format("{}/s", bytes_text(t.total_s > 0 ? t.bytes / t.total_s : 0))});
  return table.empty() ? "" : "\n" + table.str();
}

struct WaitTotals {
  std::string call;
  std::size_t number = 0;
  double total_s = 0;
};

std::vector<WaitTotals> waits(const Recording& r, std::size_t device) {
  std::vector<WaitTotals> out;
  for (const runtime::Wait& w : r.waits) {
    if (w.times.at(device).seconds() <= 0) continue;
    auto at = std::ranges::find(out, w.call, &WaitTotals::call);
    if (at == out.end()) at = out.insert(out.end(), {w.call});
    ++at->number;
    at->total_s += w.times[device].seconds();
  }
  std::ranges::stable_sort(out, std::greater{}, &WaitTotals::total_s);
  return out;
}

std::string waits_text(const Recording& r, std::size_t device) {
  TextTable table({"the host waited in", "times", "total"});
  for (const WaitTotals& w : waits(r, device))
    table.row({w.call, count_text(static_cast<double>(w.number)), time_text(w.total_s)});
  return table.empty() ? "" : "\n" + table.str();
}

std::string host_text(const Recording& r, std::size_t device) {
  if (r.left) return "\nthe program left without its exit handlers (_exit, exec): the host's time is not known\n";
  if (!r.ended()) return "\nthe program did not end by itself: this is what had ended before\n";
  const runtime::HostTime& h = r.host.at(device);
  const double busy_s = device_busy_s(r, device);
  return fmt::format(
      "\nhost: {} = {} its own work (on this machine) + {} in calls + {} waiting for the device\n"
      "device busy: {} ({})\n",
      time_text(h.total_s), time_text(h.computed_s()), time_text(h.called_s), time_text(h.waited_s), time_text(busy_s),
      percent_text(h.total_s > 0 ? busy_s / h.total_s : 0));
}

/// Whether every launch was run whole.
bool is_whole(const Recording& r) { return std::ranges::all_of(r.distinct, &runtime::Distinct::whole); }

std::string sampled_text(const Recording& r) {
  if (is_whole(r)) return "";
  std::size_t launches = 0;
  for (const Operation& o : r.operations)
    launches += o.kind == Operation::Kind::launch && !r.distinct.at(o.distinct).whole ? 1 : 0;
  std::string text = fmt::format(
      "\nWARNING: the results of this run are not those of the program (--results sampled): of {} launches only some "
      "blocks were run\n",
      launches);
  constexpr std::size_t shown = 8;
  std::size_t number = 0;
  for (const runtime::Distinct& d : r.distinct)
    if (!d.whole && ++number <= shown)
      text += fmt::format("  {}: {} of {} blocks\n", d.name, d.counted_blocks, d.grid.count());
  if (number > shown) text += fmt::format("  and {} more\n", number - shown);
  return text;
}

/// Of how many distinct launches the devices' machine code was read, and why not of the others.
std::string machine_code_of(const Recording& r) {
  std::size_t all = 0, read = 0;
  std::string other;
  for (const runtime::Distinct& d : r.distinct)
    for (const runtime::DeviceTime& t : d.times) {
      if (!t.cannot_run.empty()) continue;
      ++all;
      if (t.machine_code.starts_with("read"))
        ++read;
      else if (other.empty())
        other = t.machine_code.empty() ? "estimated: it was not asked for" : t.machine_code;
    }
  if (all == 0) return "";
  if (read == all) return "read";
  return read == 0 ? other : fmt::format("read for {} of {} predictions; {}", read, all, other);
}

std::string notes_text(const Recording& r) {
  std::string text;
  for (const std::string& fault : r.faults) text += fmt::format("\nfault: {}\n", fault);
  constexpr std::size_t shown = 8;
  for (std::size_t i = 0; i < std::min(shown, r.failed_calls.size()); ++i)
    text += fmt::format("\nfailed call: {}\n", r.failed_calls[i]);
  if (r.failed_calls.size() > shown) text += fmt::format("and {} more failed calls\n", r.failed_calls.size() - shown);
  if (const std::string said = machine_code_of(r); !said.empty()) text += fmt::format("\nmachine code: {}\n", said);
  text += sampled_text(r);
  for (const std::string& note : r.notes) text += fmt::format("\nnote: {}\n", note);
  std::size_t replayed = 0, scaled = 0;
  for (const Operation& o : r.operations) {
    replayed += o.replayed ? 1 : 0;
    scaled += o.kind == Operation::Kind::launch && o.factor != 1 ? 1 : 0;
  }
  if (replayed == 1)
    text += "\nnote: 1 launch had the inputs of an earlier one: its results were taken from it\n";
  else if (replayed > 1)
    text += fmt::format("\nnote: {} launches had the inputs of an earlier one: their results were taken from it\n",
                        replayed);
  if (scaled == 1)
    text +=
        "\nnote: 1 launch did more or less work than the first of its shape; its time is in proportion to its "
        "instructions\n";
  else if (scaled > 1)
    text += fmt::format(
        "\nnote: {} launches did more or less work than the first of their shape; their times are in proportion to "
        "their instructions\n",
        scaled);
  return text;
}

nlohmann::ordered_json json_of(const runtime::DeviceTime& t) {
  nlohmann::ordered_json terms = nlohmann::ordered_json::object();
  for (const model::Term& term : t.terms) terms[term.name] = term.time_s;
  nlohmann::ordered_json j = {{"time_s", t.seconds},  {"low_s", t.low_s}, {"high_s", t.high_s},
                              {"limiter", t.limiter}, {"terms_s", terms}, {"machine_code", t.machine_code}};
  if (!t.advice.empty()) j["advice"] = {{"title", t.advice}, {"gain", t.advice_gain}};
  if (!t.cannot_run.empty()) j["cannot_run"] = t.cannot_run;
  return j;
}

nlohmann::ordered_json dim(const launch::Dim3& d) { return {d.x, d.y, d.z}; }

nlohmann::ordered_json device_json(const Recording& r, std::size_t device) {
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array(), memory = nlohmann::ordered_json::array();
  for (const KernelTotals& k : kernel_totals(r, device)) {
    kernels.push_back({{"kernel", k.name},
                       {"launches", k.launches},
                       {"distinct", k.distinct},
                       {"total_s", k.total_s},
                       {"mean_s", k.mean_s()},
                       {"min_s", k.min_s},
                       {"max_s", k.max_s},
                       {"share", k.share},
                       {"limiter", k.longest->limiter},
                       {"advice", k.longest->advice}});
    if (k.cannot_run != nullptr) kernels.back()["cannot_run"] = *k.cannot_run;
  }
  for (const TransferTotals& t : transfers(r, device))
    memory.push_back({{"what", t.name}, {"number", t.number}, {"bytes", t.bytes}, {"total_s", t.total_s}});
  nlohmann::ordered_json j = {{"device", r.devices.at(device)}, {"kernels", kernels}, {"memory", memory}};
  for (const WaitTotals& w : waits(r, device))
    j["waits"].push_back({{"call", w.call}, {"number", w.number}, {"total_s", w.total_s}});
  j["busy_s"] = device_busy_s(r, device);
  if (r.ended()) {
    const runtime::HostTime& h = r.host.at(device);
    j["host"] = {
        {"total_s", h.total_s}, {"computed_s", h.computed_s()}, {"called_s", h.called_s}, {"waited_s", h.waited_s}};
  }
  return j;
}

/// null where no memory is known.
nlohmann::ordered_json memory_of(const runtime::ProgramFinding& f) {
  if (f.relation.empty()) return nullptr;
  nlohmann::ordered_json callers = nlohmann::ordered_json::array();
  for (const runtime::CodePlace& c : f.origin.callers) callers.push_back({{"file", c.file}, {"offset", c.offset}});
  return {{"relation", f.relation},      {"variable", f.memory},    {"allocated_by", f.origin.call},
          {"ordinal", f.origin.ordinal}, {"bytes", f.origin.bytes}, {"callers", callers}};
}

nlohmann::ordered_json json_of(const runtime::ProgramFinding& f) {
  return {{"check", f.check}, {"kernel", f.kernel}, {"place", f.place},      {"message", f.message},
          {"threads", f.who}, {"count", f.count},   {"memory", memory_of(f)}};
}

}  // namespace

std::string program_text(const Recording& r) {
  std::string text = beginning(program_answer(program_json(r)));
  for (std::size_t d = 0; d < r.devices.size(); ++d)
    text += fmt::format("{}{} on {}\n\n{}{}{}", d == 0 ? "" : "\n", r.program, r.devices[d], kernels_text(r, d),
                        refused_text(r, d) + transfers_text(r, d), waits_text(r, d) + host_text(r, d));
  return text + notes_text(r);
}

nlohmann::ordered_json program_json(const Recording& r) {
  nlohmann::ordered_json launches = nlohmann::ordered_json::array(), devices = nlohmann::ordered_json::array(),
                         findings = nlohmann::ordered_json::array();
  std::vector<std::size_t> counts(r.distinct.size());
  for (const Operation& o : r.operations)
    if (o.kind == Operation::Kind::launch) ++counts.at(o.distinct);
  for (const runtime::Distinct& d : r.distinct) {
    nlohmann::ordered_json times = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < d.times.size(); ++i) times[r.devices.at(i)] = json_of(d.times[i]);
    launches.push_back({{"id", d.id},
                        {"kernel", d.name},
                        {"entry", d.entry},
                        {"grid", dim(d.grid)},
                        {"block", dim(d.block)},
                        {"shared_bytes", d.shared_bytes},
                        {"registers", d.registers},
                        {"launches", counts[d.id]},
                        {"thread_instructions", d.thread_instructions},
                        {"dram_bytes", d.dram_bytes},
                        {"counted_blocks", d.counted_blocks},
                        {"results", d.whole ? "whole" : "sampled"},
                        {"predictions", times}});
  }
  for (std::size_t d = 0; d < r.devices.size(); ++d) devices.push_back(device_json(r, d));
  for (const runtime::ProgramFinding& f : r.findings) findings.push_back(json_of(f));
  return {{"program", r.program},
          {"ended", r.ended()},
          {"left", r.left},
          {"results", is_whole(r) ? "whole" : "sampled"},
          {"devices", devices},
          {"launches", launches},
          {"machine_code", machine_code_of(r)},
          {"faults", r.faults},
          {"checks", r.checks},
          {"findings", findings},
          {"failed_calls", r.failed_calls},
          {"notes", r.notes},
          {"emulation_s", r.emulation_s},
          {"emulated_thread_instructions", runtime::emulated_thread_instructions(r)}};
}

std::string program_csv(const Recording& r) {
  std::string text = "device,kernel,grid,block,shared_bytes,launches,time_s,low_s,high_s,limiter,results\n";
  std::vector<std::size_t> counts(r.distinct.size());
  for (const Operation& o : r.operations)
    if (o.kind == Operation::Kind::launch) ++counts.at(o.distinct);
  for (std::size_t i = 0; i < r.devices.size(); ++i)
    for (const runtime::Distinct& d : r.distinct)
      text +=
          fmt::format("{},{},\"{},{},{}\",\"{},{},{}\",{},{},{},{},{},{},{}\n", csv_field(r.devices[i]),
                      csv_field(d.name), d.grid.x, d.grid.y, d.grid.z, d.block.x, d.block.y, d.block.z, d.shared_bytes,
                      counts[d.id], number_text(d.times.at(i).seconds), number_text(d.times[i].low_s),
                      number_text(d.times[i].high_s), csv_field(d.times[i].limiter), d.whole ? "whole" : "sampled");
  return text;
}

}  // namespace forewarp::report
