// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/counters/cupti.hpp"

#include <charconv>

#include <fmt/format.h>

#include "forewarp/measure/run/counters/cupti_api.hpp"
#include "forewarp/measure/run/cuda/api.hpp"
#include "forewarp/support/csv.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

using cupti::check;
using cupti::functions;
using Bytes = std::vector<std::uint8_t>;

/// Which metrics a chip has, how they are scheduled, and what counter data say. It needs no GPU:
/// CUPTI's host half knows the chips by name. The calls of one measurement, with the object that
/// each goes to:
///
///     Host      names of metrics            -> configuration image (which counters in which pass)
///     CuptiSession   configuration + empty data  -> bound to the context by SetConfig
///     CuptiSession   Start, one kernel, Stop     -> raw counters; CUPTI replays the kernel once per pass
///     CuptiSession   Decode                      -> counter data of one range
///     Host      counter data + names        -> values in base units
///
/// The destructor ignores its status: nothing can be done about it, and it may run while an
/// exception is on its way.
class Host {
 public:
  Host(const std::string& chip, const Bytes* availability) {
    cupti::HostInitialize p;
    p.chip = chip.c_str();
    p.availability = availability == nullptr || availability->empty() ? nullptr : availability->data();
    check(functions().HostInitialize(&p), "cuptiProfilerHostInitialize");
    host_ = p.host;
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  ~Host() {
    cupti::HostDeinitialize p;
    p.host = host_;
    functions().HostDeinitialize(&p);
  }

  /// Whether the chip has it; then it will be counted. After one that it does not have nothing more can be added.
  bool add(const std::string& metric) {
    const char* name = metric.c_str();
    cupti::ConfigAddMetrics p;
    p.host = host_, p.metrics = &name, p.count = 1;
    return functions().HostConfigAddMetrics(&p) == cupti::success;
  }
  Bytes config() {
    cupti::ConfigImageSize size;
    size.host = host_;
    check(functions().HostGetConfigImageSize(&size), "cuptiProfilerHostGetConfigImageSize");
    Bytes image(size.image_size);
    cupti::ConfigImage p;
    p.host = host_, p.image_size = image.size(), p.image = image.data();
    check(functions().HostGetConfigImage(&p), "cuptiProfilerHostGetConfigImage");
    return image;
  }
  std::vector<double> values(const Bytes& data, std::vector<const char*>& metrics) {
    std::vector<double> values(metrics.size());
    cupti::Evaluate p;
    p.host = host_, p.data = data.data(), p.data_size = data.size();
    p.metrics = metrics.data(), p.count = metrics.size(), p.values = values.data();
    check(functions().HostEvaluateToGpuValues(&p), "cuptiProfilerHostEvaluateToGpuValues");
    return values;
  }

 private:
  cupti::Handle host_ = nullptr;
};

/// Each metric is tried on a host object of its own, because the first that a chip does not have
/// makes its object refuse all later ones. Costs one initialisation per metric, once per start.
bool has_metric(const std::string& chip, const Bytes* availability, const std::string& metric) {
  return Host(chip, availability).add(metric);
}

std::size_t passes_of(Bytes& config) {
  cupti::Passes p;
  p.image_size = config.size(), p.image = config.data();
  check(functions().HostGetNumOfPasses(&p), "cuptiProfilerHostGetNumOfPasses");
  return p.passes;
}

void initialize() {
  cupti::Initialize p;
  check(functions().ProfilerInitialize(&p), "cuptiProfilerInitialize");
}

std::string chip_of(std::size_t device) {
  cupti::ChipName p;
  p.device = device;
  check(functions().DeviceGetChipName(&p), "cuptiDeviceGetChipName");
  return p.name == nullptr ? "" : p.name;
}

void require_support(int device, const std::string& name) {
  cupti::DeviceSupported p;
  p.device = device;
  check(functions().ProfilerDeviceSupported(&p), "cuptiProfilerDeviceSupported");
  if (p.supported == cupti::level_supported) return;
  // CUPTI fills one field per reason; a field that is 0 was not checked. The first that says no is
  // reported.
  const auto because = [&](int level) { return level != 0 && level != cupti::level_supported; };
  const char* why = because(p.architecture)           ? "it is older than Turing: use ncu or nvprof"
                    : because(p.virtual_gpu)          ? "it is a virtual GPU on which profiling is not enabled"
                    : because(p.confidential_compute) ? "confidential computing is on"
                    : because(p.wsl)                  ? "not under this WSL"
                    : because(p.sli)                  ? "it is part of an SLI group"
                                                      : "CUPTI gives no reason";
  throw Unavailable(fmt::format("CUPTI's range profiler does not support {}: {}", name, why));
}

Bytes availability_of(cuda::Handle context) {
  cupti::CounterAvailability p;
  p.context = context;
  check(functions().ProfilerGetCounterAvailability(&p), "cuptiProfilerGetCounterAvailability");
  // Called twice, as all of CUPTI's calls for images: without a buffer it gives the size, with one
  // the contents.
  Bytes image(p.image_size);
  p.image = image.data();
  check(functions().ProfilerGetCounterAvailability(&p), "cuptiProfilerGetCounterAvailability");
  return image;
}

/// Counts one launch after another on a context.
class CuptiSession {
 public:
  CuptiSession(cuda::Handle context, Host& host, const std::vector<std::string>& metrics)
      : host_(host), config_(host.config()) {
    for (const std::string& metric : metrics) metrics_.push_back(metric.c_str());
    cupti::Enable p;
    p.context = context;
    check(functions().RangeEnable(&p), "cuptiRangeProfilerEnable");
    profiler_ = p.profiler;
  }
  CuptiSession(const CuptiSession&) = delete;
  CuptiSession& operator=(const CuptiSession&) = delete;
  ~CuptiSession() {
    cupti::Target p;
    p.profiler = profiler_;
    functions().RangeDisable(&p);
  }

  /// Exactly one kernel must be launched by it.
  template <typename Launch>
  std::vector<double> count(Launch launch) {
    prepare();
    cupti::Target start;
    start.profiler = profiler_;
    check(functions().RangeStart(&start), "cuptiRangeProfilerStart");
    try {
      launch();
    } catch (...) {
      (void)stop();  // so that the next launch finds it stopped
      throw;
    }
    check(stop(), "cuptiRangeProfilerStop");
    cupti::Decode decode;
    decode.profiler = profiler_;
    check(functions().RangeDecodeData(&decode), "cuptiRangeProfilerDecodeData");
    cupti::DataInfo info;
    info.data = data_.data(), info.data_size = data_.size();
    check(functions().RangeGetCounterDataInfo(&info), "cuptiRangeProfilerGetCounterDataInfo");
    // A range is a kernel here (auto_range). Two mean that the kernel launched another, and a
    // dropped one that the data image was too small; either way the values would not be those of
    // this launch.
    if (info.ranges != 1 || decode.dropped != 0)
      throw DeviceError(
          fmt::format("CUPTI counted {} ranges and dropped {}, one was launched", info.ranges, decode.dropped));
    return host_.values(data_, metrics_);
  }

 private:
  cupti::Status stop() {
    cupti::Stop p;
    p.profiler = profiler_;
    return functions().RangeStop(&p);
  }
  /// Fresh counter data for one range, and the configuration bound to them.
  void prepare() {
    cupti::DataSize size;
    size.profiler = profiler_, size.metrics = metrics_.data(), size.count = metrics_.size();
    check(functions().RangeGetCounterDataSize(&size), "cuptiRangeProfilerGetCounterDataSize");
    data_.assign(size.data_size, 0);
    cupti::DataInitialize init;
    init.profiler = profiler_, init.data_size = data_.size(), init.data = data_.data();
    check(functions().RangeCounterDataImageInitialize(&init), "cuptiRangeProfilerCounterDataImageInitialize");
    cupti::SetConfig p;
    p.profiler = profiler_, p.config_size = config_.size(), p.config = config_.data();
    p.data_size = data_.size(), p.data = data_.data();
    check(functions().RangeSetConfig(&p), "cuptiRangeProfilerSetConfig");
  }

  Host& host_;
  Bytes config_, data_;
  std::vector<const char*> metrics_;
  cupti::Handle profiler_ = nullptr;
};

/// CUPTI gives base units, which Nsight's names imply. The order of the tests matters: the name
/// dram__bytes.sum.pct_of_peak_sustained_elapsed has "bytes" in it and is a percentage.
std::string_view unit_of(std::string_view metric) {
  const auto has = [&](std::string_view part) { return metric.find(part) != std::string_view::npos; };
  if (has("pct")) return "%";
  if (has("time_duration")) return "nsecond";
  if (has("bytes") && has("per_second")) return "byte/second";
  if (has("sectors") && has("per_second")) return "sector/second";
  return has("per_second") ? "1/second" : "";
}

std::string number_cell(double value) {
  char text[32];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

/// Properties of the launch that csv_of writes.
bool of_the_launch(std::string_view metric) {
  return metric == "launch__grid_size" || metric == "launch__block_size" || metric == "launch__registers_per_thread";
}

/// A launch as `ncu --csv --page raw` writes it; properties of the launch that CUPTI does not count are included.
std::string csv_of(const Job& job, const KernelInfo& kernel, const std::vector<std::string>& metrics,
                   const std::vector<double>& values) {
  const auto& [grid, block] = std::pair(job.shape.grid, job.shape.block);
  std::string names =
      "\"ID\",\"Kernel Name\",\"launch__grid_size\",\"launch__block_size\",\"launch__registers_per_thread\"";
  std::string units = "\"\",\"\",\"\",\"\",\"register/thread\"";
  std::string cells =
      fmt::format("\"0\",{},\"{}\",\"{}\",\"{}\"", quoted_csv_field(job.entry), std::uint64_t{grid.x} * grid.y * grid.z,
                  std::uint64_t{block.x} * block.y * block.z, kernel.registers);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    names += "," + quoted_csv_field(metrics[i]), units += "," + quoted_csv_field(unit_of(metrics[i]));
    cells += "," + quoted_csv_field(number_cell(values[i]));
  }
  return names + "\n" + units + "\n" + cells + "\n";
}

class CuptiCollector {
 public:
  CuptiCollector(Device& device, CounterLog& log, const CuptiOptions& options)
      : device_(device), log_(log), options_(options) {}

  CounterOutcome run(std::span<const Job> jobs) {
    std::vector<const Job*> missing;
    for (const Job& job : jobs)
      if (log_.has(job.id, job_digest(job), options_.retry))
        ++outcome_.there;
      else
        missing.push_back(&job);
    if (missing.empty()) return outcome_;
    const std::size_t number = number_of(device_.info());  // first: CUPTI knows of no other devices
    initialize();
    // The device object has made this context already; retaining the primary context gives the same
    // handle, so the kernels that it launches are the ones that are counted.
    int handle = 0;
    cuda::check(cuda::functions().DeviceGet(&handle, static_cast<int>(number)), "cuDeviceGet");
    require_support(handle, device_.info().name);
    cuda::Handle context = nullptr;
    cuda::check(cuda::functions().DevicePrimaryCtxRetain(&context, handle), "cuDevicePrimaryCtxRetain");
    const Bytes availability = availability_of(context);
    const std::string chip = chip_of(number);
    Host host(chip, &availability);
    for (const std::string& metric : options_.metrics)
      if (!of_the_launch(metric))
        (has_metric(chip, &availability, metric) && host.add(metric) ? metrics_ : outcome_.without).push_back(metric);
    CuptiSession session(context, host, metrics_);
    for (std::size_t i = 0; i < missing.size(); ++i) {
      outcome_.stopped = options_.stop && options_.stop();
      if (outcome_.stopped) break;
      take(*missing[i], session);
      if (options_.progress) options_.progress(i + 1, missing.size());
    }
    return outcome_;
  }

 private:
  static std::size_t number_of(const DeviceInfo& info) {
    std::size_t number = 0;
    const std::string& spec = info.spec;
    if (info.api != Api::cuda || !spec.starts_with("cuda:") ||
        std::from_chars(spec.data() + 5, spec.data() + spec.size(), number).ec != std::errc{})
      throw Unavailable(fmt::format("{}: CUPTI counts on CUDA devices alone", spec));
    return number;
  }

  void take(const Job& job, CuptiSession& session) {
    const auto fail = [&](const std::string& why) {
      log_.add({job.id, job_digest(job), device_.info().name, "", why});
      ++outcome_.failed;
    };
    try {
      const auto kernel = device_.compile(job.code)->kernel(job.entry);
      kernel->set_arguments(job.arguments);
      const std::vector<double> values = session.count([&] { kernel->launch(job.shape); });
      log_.add({job.id, job_digest(job), device_.info().name, csv_of(job, kernel->info(), metrics_, values), ""});
      ++outcome_.taken;
    } catch (const InputError& error) {
      fail(error.what());
    } catch (const DeviceError& error) {  // no use going on: the context is lost with it
      fail(error.what());
      throw;
    }
  }

  Device& device_;
  CounterLog& log_;
  const CuptiOptions& options_;
  std::vector<std::string> metrics_;
  CounterOutcome outcome_;
};

}  // namespace

CounterOutcome collect_with_cupti(Device& device, std::span<const Job> jobs, CounterLog& log,
                                  const CuptiOptions& options) {
  return CuptiCollector(device, log, options).run(jobs);
}

ChipMetrics cupti_metrics(const std::string& chip, std::span<const std::string> metrics) {
  ChipMetrics all;
  Host host(chip, nullptr);
  for (const std::string& metric : metrics)
    (has_metric(chip, nullptr, metric) && host.add(metric) ? all.known : all.unknown).push_back(metric);
  Bytes config = host.config();
  all.passes = passes_of(config);
  return all;
}

}  // namespace forewarp::run
