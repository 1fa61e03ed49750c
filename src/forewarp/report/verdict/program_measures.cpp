// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/verdict/program_measures.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <map>

#include "forewarp/report/program_totals.hpp"

namespace forewarp::report {
namespace {

using runtime::Operation;

Seconds seconds_of(const Operation& o, const runtime::Recording& r, std::size_t device) {
  const double seconds = o.times.at(device).seconds();
  const runtime::DeviceTime& time = r.distinct.at(o.distinct).times.at(device);
  if (!(time.seconds > 0)) return {seconds, seconds, seconds};
  return {seconds, seconds * time.low_s / time.seconds, seconds * time.high_s / time.seconds};
}

void add(KernelMeasures& k, const Seconds& s) {
  if (k.launches == 0 || s.predicted < k.shortest.predicted) k.shortest = s;
  if (k.launches == 0 || s.predicted > k.longest.predicted) k.longest = s;
  ++k.launches;
  k.total += s;
}

void add(TransferMeasures& t, const Operation& o, std::size_t device) {
  ++t.number;
  t.bytes += static_cast<double>(o.bytes);
  t.seconds += o.times.at(device).seconds();
}

/// Where the parameters begin: at the last parenthesis that opens outside of all others.
std::size_t parameters_of(std::string_view kernel) {
  std::size_t begin = kernel.size();
  int depth = 0;
  for (std::size_t i = 0; i < kernel.size(); ++i) {
    if (kernel[i] == '(' && depth++ == 0) begin = i;
    if (kernel[i] == ')') --depth;
  }
  return kernel.ends_with(')') ? begin : kernel.size();
}

std::string without_template_arguments(std::string_view name) {
  std::string out;
  int depth = 0;
  for (const char c : name) {
    depth += c == '<' ? 1 : 0;
    if (depth == 0) out += c;
    depth -= c == '>' ? 1 : 0;
  }
  return out;
}

/// What follows the return type, which a name has where the kernel is a template.
std::string_view without_return_type(std::string_view name) {
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    depth += name[i] == '<' || name[i] == '(' ? 1 : name[i] == '>' || name[i] == ')' ? -1 : 0;
    if (name[i] == ' ' && depth == 0) begin = i + 1;
  }
  return name.substr(begin);
}

bool matches(const std::string& pattern, std::string_view name) {
  // Brackets are no sets here: names such as f<int [4]> have them.
  std::string escaped;
  for (const char c : pattern) escaped += c == '[' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return fnmatch(escaped.c_str(), std::string(name).c_str(), 0) == 0;
}

}  // namespace

Seconds& Seconds::operator+=(const Seconds& other) {
  predicted += other.predicted;
  low += other.low;
  high += other.high;
  return *this;
}

Seconds ProgramMeasures::total() const {
  const double transfers = copies.seconds + fills.seconds;
  Seconds sum = all_kernels;
  return sum += {transfers, transfers, transfers};
}

ProgramMeasures program_measures(std::span<const runtime::Recording> recordings, std::size_t device) {
  ProgramMeasures m;
  std::map<std::string, KernelMeasures> kernels;
  for (const runtime::Recording& r : recordings) {
    m.device = r.devices.at(device);
    for (const Operation& o : r.operations) {
      if (o.kind == Operation::Kind::launch) {
        const Seconds s = seconds_of(o, r, device);
        KernelMeasures& k = kernels[r.distinct.at(o.distinct).name];
        k.name = r.distinct.at(o.distinct).name;
        if (k.cannot_run.empty()) k.cannot_run = r.distinct[o.distinct].times.at(device).cannot_run;
        add(k, s);
        m.all_kernels += s;
      } else {
        add(o.kind == Operation::Kind::copy ? m.copies : m.fills, o, device);
      }
    }
    m.busy_s += device_busy_s(r, device);
    if (!r.ended())
      m.host_s.reset();
    else if (m.host_s)
      m.host_s = std::max(*m.host_s, r.host.at(device).total_s);
  }
  for (auto& [name, k] : kernels) m.kernels.push_back(std::move(k));
  return m;
}

std::string without_parameters(std::string_view kernel) { return std::string(kernel.substr(0, parameters_of(kernel))); }

std::string short_name(std::string_view kernel) {
  return without_template_arguments(without_return_type(kernel.substr(0, parameters_of(kernel))));
}

bool names_kernel(const std::string& pattern, std::string_view kernel) {
  const std::string_view no_parameters = kernel.substr(0, parameters_of(kernel));
  const std::string_view name = without_return_type(no_parameters);
  const std::string bare = short_name(kernel);
  const std::string last = bare.substr(bare.rfind("::") == std::string::npos ? 0 : bare.rfind("::") + 2);
  if (matches(pattern, bare) || matches(pattern, last)) return true;
  // Types are compared only where the pattern has some: "*a*" is not meant to find every kernel with a float.
  const bool parameters = pattern.find('(') != std::string::npos, arguments = pattern.find('<') != std::string::npos;
  return ((parameters || arguments) && matches(pattern, name)) || (parameters && matches(pattern, kernel));
}

}  // namespace forewarp::report
