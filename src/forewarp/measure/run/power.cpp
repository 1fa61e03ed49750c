// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/power.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <thread>
#include <vector>

#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::run {
namespace {

using Monotonic = std::chrono::steady_clock;

double seconds_since(Monotonic::time_point begin) {
  return std::chrono::duration<double>(Monotonic::now() - begin).count();
}

struct Reading {
  double at_s, watts;
  std::optional<double> joules;
};

/// Polls the meter in a thread until it is stopped, while the caller's thread launches. readings_
/// belongs to the thread until join(); only stopped_ is shared while both run, so no lock is
/// needed.
class Poller {
 public:
  Poller(PowerMeter& meter, double every_s)
      : begin_(Monotonic::now()), thread_([this, &meter, every_s] { poll(meter, every_s); }) {}
  ~Poller() { join(); }
  Poller(const Poller&) = delete;
  Poller& operator=(const Poller&) = delete;

  /// Rethrows an exception of the meter.
  const std::vector<Reading>& stop() {
    join();
    if (error_) std::rethrow_exception(error_);
    return readings_;
  }
  [[nodiscard]] double elapsed() const { return seconds_since(begin_); }

 private:
  void poll(PowerMeter& meter, double every_s) {
    try {
      while (!stopped_) {
        const double at = elapsed();
        readings_.push_back({at, meter.watts(), meter.joules()});
        std::this_thread::sleep_for(std::chrono::duration<double>(every_s));
      }
    } catch (...) {
      error_ = std::current_exception();
    }
  }
  void join() {
    stopped_ = true;
    if (thread_.joinable()) thread_.join();
  }

  Monotonic::time_point begin_;
  std::atomic<bool> stopped_ = false;
  std::vector<Reading> readings_;
  std::exception_ptr error_;
  std::thread thread_;  // the last member: it uses the others
};

double mean_watts(const std::vector<Reading>& readings, double from_s) {
  std::vector<double> watts;
  for (const Reading& r : readings)
    if (r.at_s >= from_s) watts.push_back(r.watts);
  return watts.empty() ? readings.back().watts : mean(watts);
}

/// Power from the energy counter: between the first and the last change after from_s, since the
/// counter advances in steps and a reading between two changes is out of date. Needs four different
/// readings; the first may lie within a step.
///
/// Example: the counter is updated every 100 ms, and changes are seen at 0.43 s (100 J, in the
/// middle of a step), 0.50 s (120 J), 0.60 s (140 J) and 0.70 s (160 J): (160 - 120) J / (0.70 -
/// 0.50) s = 200 W. The first change would have given 60 J / 0.27 s = 222 W.
std::optional<double> counted_watts(const std::vector<Reading>& readings, double from_s) {
  std::vector<Reading> changes;
  for (const Reading& r : readings)
    if (r.joules && r.at_s >= from_s && (changes.empty() || *r.joules != *changes.back().joules)) changes.push_back(r);
  if (changes.size() < 4) return std::nullopt;  // the first may be in the middle of a step
  const Reading &first = changes[1], &last = changes.back();
  return (*last.joules - *first.joules) / (last.at_s - first.at_s);
}

/// Median time between changes of the reading: how often the sensor is updated, typically 20 to 100
/// ms. A reading that shorter than a few of these periods is mostly of what ran before. 0 where the
/// reading never changed twice.
double update_period(const std::vector<Reading>& readings) {
  std::vector<double> gaps;
  double last_change = -1;
  for (std::size_t i = 1; i < readings.size(); ++i) {
    if (readings[i].watts == readings[i - 1].watts) continue;
    if (last_change >= 0) gaps.push_back(readings[i].at_s - last_change);
    last_change = readings[i].at_s;
  }
  return gaps.empty() ? 0 : median(gaps);
}

}  // namespace

double measure_idle_power(PowerMeter& meter, double seconds, const PowerRules& rules) {
  Poller poller(meter, rules.poll_s);
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  const std::vector<Reading>& readings = poller.stop();
  return readings.empty() ? meter.watts() : mean_watts(readings, seconds / 2);
}

/// Launches in batches of about 20 ms, so that the device never idles, and discards the first part, in which the
/// reading still rises (ramp_share).
PowerReading measure_power(Kernel& kernel, const Shape& shape, PowerMeter& meter, double seconds,
                           const PowerRules& rules) {
  if (!(seconds >= 0.1)) throw InputError("power is read over a tenth of a second at least");
  PowerReading reading;
  if (rules.idle_s > 0) reading.idle_watts = measure_idle_power(meter, rules.idle_s, rules);
  // About 20 ms per batch: long beside the gap between two batches, short enough that the end of
  // the reading is met to 20 ms. A kernel of 50 us is launched 400 times per batch.
  const double once = std::max(kernel.launch_many(shape, 3) / 3, 1e-7);
  const auto a_while = static_cast<std::uint64_t>(std::clamp(0.02 / once, 1.0, 1e5));
  double busy = 0;
  Poller poller(meter, rules.poll_s);
  do {  // at least once: on a busy machine the time may be over already
    busy += kernel.launch_many(shape, a_while);
    reading.launches += a_while;
  } while (poller.elapsed() < seconds);
  const std::vector<Reading>& readings = poller.stop();
  reading.state = meter.state();
  if (readings.empty()) throw DeviceError(meter.name() + ": gave no reading");
  const double from = rules.ramp_share * seconds;
  const std::optional<double> counted = counted_watts(readings, from);
  reading.from_counter = counted.has_value();
  reading.watts = counted ? *counted : mean_watts(readings, from);
  // The time of one launch by the host's clock while many are in flight: their overheads overlap,
  // as they do while the power is read. Energy per launch must use this time and not that of a
  // single launch.
  reading.seconds = busy / static_cast<double>(reading.launches);
  if (counted) reading.joules = *counted * reading.seconds;
  reading.update_period_s = update_period(readings);
  return reading;
}

}  // namespace forewarp::run
