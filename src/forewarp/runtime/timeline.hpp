// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// When each operation of a program would run on one device. Operations arrive in the order in which the host issues
/// them; each gets the earliest time that these rules allow:
///
///   stream      begins after the operation before it in its stream has ended, and submit_latency_s after the call; the
///               overhead of a launch is part of the time of its kernel (DeviceSpec::launch_overhead_s)
///   legacy      the default stream waits for all blocking streams, and they wait for it
///   copies      one engine for each direction and one for copies on the device: one transfer at a time on each, in the
///               first gap that is long enough (copy_engine.hpp)
///   kernels     a kernel that fills the share s of the device (its blocks over the blocks resident at once, at most 1)
///               begins as soon as the shares of the kernels that run add up to at most 1 - s until its end; kernels
///               do not slow each other down otherwise
///
/// Example: two kernels of 10 us with s = 0.5 in two streams overlap and end after 10 us; with s = 0.6 the second one
/// begins when the first one ends.
#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/runtime/copy_engine.hpp"
#include "forewarp/runtime/interval.hpp"

namespace forewarp::runtime {

using StreamId = std::uint64_t;
inline constexpr StreamId default_stream = 0;

enum class CopyKind : std::uint8_t { host_to_device, device_to_host, on_device, on_host, device_to_device };

/// Seconds that a transfer needs on an idle link. pinned: the host's side is page-locked. A device that shares the
/// memory of the host copies within it (device::host_copy_bytes_per_s). Any other without a known link to the host is
/// taken to have PCI Express 3.0.
[[nodiscard]] double copy_seconds(const device::DeviceSpec& device, CopyKind kind, std::uint64_t bytes, bool pinned);
/// Seconds to set that many bytes.
[[nodiscard]] double set_seconds(const device::DeviceSpec& device, std::uint64_t bytes);
/// The share of the device that the kernel behind a fill of that many bytes takes: its blocks over the blocks resident
/// at once, at most 1. A thread stores 16 bytes, the widest store, and a block has 256 threads: 1 MiB are 256 blocks of
/// the 1056 that an H100 with 132 SMs of 2048 threads holds, a share of 0.24.
[[nodiscard]] double set_share(const device::DeviceSpec& device, std::uint64_t bytes);

class Timeline {
 public:
  Timeline();

  /// Streams other than the default one. A non-blocking one ignores the default stream.
  void add_stream(StreamId stream, bool blocking);
  void remove_stream(StreamId stream);

  /// now_s: the host's time when the call began. A fill of memory is a kernel, too.
  Interval kernel(StreamId stream, double now_s, double seconds, double share);
  Interval copy(StreamId stream, double now_s, CopyKind kind, double seconds);
  /// A function of the host in the stream: what comes after it waits.
  Interval host(StreamId stream, double now_s, double seconds);
  /// The time at which an event that is recorded now takes place.
  double mark(StreamId stream, double now_s);
  /// What is issued to the stream later begins after this time.
  void wait(StreamId stream, double until_s);

  [[nodiscard]] double end_of(StreamId stream) const;
  [[nodiscard]] double end() const;

 private:
  struct Stream {
    double end = 0;
    bool blocking = true;
  };
  struct Running {
    Interval when;
    double share = 0;
  };
  [[nodiscard]] double ready(StreamId stream, double now_s) const;
  void finish(StreamId stream, double end_s);
  [[nodiscard]] double first_fit(double from_s, double seconds, double share) const;

  std::map<StreamId, Stream> streams_;
  std::vector<Running> running_;       ///< kernels that may still overlap with later ones
  std::array<CopyEngine, 5> engines_;  ///< by CopyKind
};

}  // namespace forewarp::runtime
