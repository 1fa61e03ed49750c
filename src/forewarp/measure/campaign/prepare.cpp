// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <optional>

#include "forewarp/frontend/source/compiler.hpp"
#include "forewarp/measure/campaign/measure.hpp"
#include "forewarp/measure/run/kernel_job.hpp"
#include "forewarp/support/distribute/each.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/parallel.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::campaign {

template <typename Io, IsA<CorpusLaunch> T>
void members(Io& io, T& launch) {
  auto& [id, kernel, area, suite, path, set] = launch;
  io(id, kernel, area, suite, path, set);
}

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

profile::ProfileOptions profile_options() {
  profile::ProfileOptions options;
  options.threads = 1;  // launches are many
  return options;
}

kernel::Kernel loaded(const CorpusLaunch& launch, unsigned compute_capability) {
  kernel::Request request = request_of(launch);
  request.device_capability = compute_capability;
  return kernel::load(request);
}

Prepared prepared(const CorpusLaunch& launch, unsigned compute_capability, const FeatureStore& store) {
  Prepared one;
  one.ready = true;
  try {
    one.kernel = loaded(launch, compute_capability);
    one.features = store.get(one.kernel, profile_options());
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    one.failure = error.what();
  }
  return one;
}

/// What is to be prepared.
struct Order {
  std::vector<CorpusLaunch> launches;
  unsigned compute_capability = 0;
  double deadline_s = 0;
};

template <typename Io, IsA<Order> T>
void members(Io& io, T& order) {
  auto& [launches, compute_capability, deadline_s] = order;
  io(launches, compute_capability, deadline_s);
}

/// What another process found out; the kernel is loaded again, which takes far less time.
struct Found {
  bool ready = false;
  std::string features, failure;
};

template <typename Io, IsA<Found> T>
void members(Io& io, T& found) {
  auto& [ready, features, failure] = found;
  io(ready, features, failure);
}

/// The launches in their order by all processes of the team. In those that do not coordinate nothing is kept.
std::vector<Found> found_together(const Order& order, const FeatureStore& store, Progress* progress) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<Found> all(order.launches.size());
  std::size_t done = 0;
  const auto make = [&](std::size_t i) -> std::optional<Found> {
    if (order.deadline_s > 0 && seconds_since(begin) > order.deadline_s) return Found{};
    const Prepared one = prepared(order.launches[i], order.compute_capability, store);
    return Found{true, features_text(one.features), one.failure};
  };
  const auto keep = [&](std::size_t i, Found found) {
    all[i] = std::move(found);
    if (progress != nullptr) progress->advance(++done, all.size(), "features of " + order.launches[i].id);
  };
  distribute::each<Found>(store.team(), {.count = all.size(), .make = make, .keep = keep, .progress = progress});
  return all;
}

/// Kernels are loaded here, features kept as if they had been made here.
std::vector<Prepared> prepared_together(const Order& order, const FeatureStore& store, Progress* progress) {
  const std::vector<Found> found = found_together(order, store, progress);
  std::vector<Prepared> all(found.size());
  parallel_for(found.size(), [&](std::size_t i) {
    all[i].ready = found[i].ready;
    all[i].failure = found[i].failure;
    if (!found[i].ready || !found[i].failure.empty()) return;
    all[i].kernel = loaded(order.launches[i], order.compute_capability);
    const auto features = features_from(found[i].features);
    if (!features) throw InputError("another process of the job has other features");
    all[i].features = *features;
    store.put(all[i].kernel, profile_options(), all[i].features);
  });
  return all;
}

std::vector<Prepared> prepared_alone(const Order& order, const FeatureStore& store, Progress* progress) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<Prepared> all(order.launches.size());
  std::atomic<std::size_t> done = 0;
  parallel_for(all.size(), [&](std::size_t i) {
    if (order.deadline_s > 0 && seconds_since(begin) > order.deadline_s) return;
    if (progress != nullptr && progress->cancelled()) return;
    all[i] = prepared(order.launches[i], order.compute_capability, store);
    if (progress != nullptr) progress->advance(++done, all.size(), "features of " + order.launches[i].id);
  });
  return all;
}

}  // namespace

std::vector<Prepared> prepare(std::span<const CorpusLaunch> launches, unsigned compute_capability,
                              const FeatureStore& store, double deadline_s, Progress* progress) {
  const std::vector<std::size_t> order = round_robin(launches);
  Order ordered{.launches = {}, .compute_capability = compute_capability, .deadline_s = deadline_s};
  for (const std::size_t at : order) ordered.launches.push_back(launches[at]);
  if (store.team() != nullptr) (void)store.team()->tell(packed(std::optional(ordered)));
  std::vector<Prepared> in_order =
      store.team() != nullptr ? prepared_together(ordered, store, progress) : prepared_alone(ordered, store, progress);
  if (progress != nullptr && progress->cancelled()) throw Interrupted();
  std::vector<Prepared> all(launches.size());
  for (std::size_t i = 0; i < order.size(); ++i) all[order[i]] = std::move(in_order[i]);
  return all;
}

void help_to_prepare(const FeatureStore& store, Progress* progress) {
  for (;;) {
    std::optional<Order> order;
    unpack(store.team()->tell(""), order);
    if (!order) return;
    (void)found_together(*order, store, progress);
  }
}

void end_of_preparing(const FeatureStore& store) {
  if (store.team() != nullptr) (void)store.team()->tell(packed(std::optional<Order>()));
}

run::Job job_for(const CorpusLaunch& launch, const kernel::Kernel& kernel, run::Api api,
                 const MeasureOptions& options) {
  run::Job job = run::job_of(kernel, request_of(launch), api, launch.id);
  job.power_s = options.power_s;
  return job;
}

}  // namespace forewarp::campaign
