// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "forewarp/emulate/profile/block_reuse.hpp"
#include "forewarp/model/advise/long_loop.hpp"
#include "forewarp/model/advise/remedies.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::advise {
namespace {

using profile::BufferFootprint;
using profile::Profile;

constexpr double min_rounds = 4;  ///< of a loop that is dealt out to several blocks, in each
constexpr double max_blocks = 8;  ///< an SM then, or as many as are resident at once

std::optional<double> time_of(const Mended& m) {
  try {
    return model::predict(m.profile, m.device, m.caches).time_s;
  } catch (const InputError&) {
    return std::nullopt;  // a shape that does not fit the device is no candidate
  }
}

/// Blocks that the device holds at once; 0 where one does not fit.
double resident_blocks(const Mended& m) {
  const Profile& p = m.profile;
  try {
    const device::Occupancy o =
        device::occupancy(m.device, {static_cast<std::uint32_t>(p.launch.block.count()), p.registers,
                                     p.static_shared_bytes + p.launch.dynamic_shared_bytes});
    return double(o.blocks_per_sm) * m.device.sms;
  } catch (const InputError&) {
    return 0;
  }
}

/// What a block touches between two touches is `times` as much: in classes of powers of two.
void scale_distances(std::array<double, profile::ReuseHistogram::classes>& counts, double times) {
  const auto before = std::exchange(counts, {});
  const double shift = std::log2(times), whole = std::floor(shift);
  const auto add = [&](double k, double count) {
    counts[static_cast<std::size_t>(std::clamp(k, 0.0, double(counts.size() - 1)))] += count;
  };
  for (std::size_t k = 0; k < before.size(); ++k) {
    add(double(k) + whole, before[k] * (1 - (shift - whole)));
    add(double(k) + whole + 1, before[k] * (shift - whole));
  }
}

void scale_distances(Profile& p, double times) {
  for (auto* counts :
       {&p.loads.counts, &p.load_requests.counts, &p.rewrites.sectors, &p.rewrites.visits, &p.local.rewritten_sectors})
    scale_distances(*counts, times);
}

/// The same threads in blocks of another size, along x. The footprint of a block follows how much
/// of it neighbours share: twice the threads of a block whose neighbour touches the same half of
/// its sectors touch 1.5 times the sectors. Its warps run beside each other, so that a warp comes back
/// to what it touched after as many times more.
bool reshape(Profile& p, std::uint32_t threads) {
  const auto now = static_cast<std::uint32_t>(p.launch.block.count());
  const std::uint64_t blocks = p.launch.grid.count();
  if (threads == now) return false;
  const double factor = double(threads) / now;
  const auto wanted = static_cast<std::uint64_t>(std::max(1.0, double(blocks) / factor + 0.5));
  if (wanted > 0x7fffffffU) return false;
  p.launch.grid = {static_cast<std::uint32_t>(wanted), 1, 1};
  p.launch.block = {threads, 1, 1};
  for (profile::BufferFootprint& b : p.buffers) join_blocks(b, factor);
  for (double* sectors :
       {&p.local.sectors_per_block, &p.local.read_sectors_per_block, &p.local.written_sectors_per_block})
    *sectors *= factor;
  scale_distances(p, factor);
  return true;
}

/// Keeps the faster of two; 0.1 % are required, so that equal candidates leave the present shape
/// alone.
void keep_best(std::optional<Mended>& best, double& best_time, const Mended& candidate) {
  const std::optional<double> time = time_of(candidate);
  if (!time || *time >= 0.999 * best_time) return;
  best_time = *time;
  best = candidate;
}

bool replace_by_best(Mended& m, const std::optional<Mended>& best) {
  if (!best) return false;
  m = *best;
  return true;
}

/// Whether blocks meet in atomics already.
bool adds_up(const Profile& p) {
  return std::ranges::any_of(p.sites, [](const profile::AccessSite& site) {
    const bool atomic = site.kind == emu::AccessKind::atomic || site.kind == emu::AccessKind::reduction;
    return atomic && site.space == ptx::StateSpace::global;
  });
}

}  // namespace

bool fills_the_device(const Mended& m) { return double(m.profile.launch.grid.count()) >= resident_blocks(m); }

void join_blocks(BufferFootprint& b, double times) {
  const double factor = times >= 1 ? profile::blocks_worth(b.reuse, times) : times;
  b.reuse = profile::coarsened(b.reuse, times);
  b.written_reuse = profile::coarsened(b.written_reuse, times);
  b.sectors_per_block *= factor;
  b.read_sectors_per_block *= factor;
  b.written_sectors_per_block *= factor;
  b.visits_per_block *= factor;  // pieces of memory stay as large as they are
}

/// A block does the work of so many blocks, which do not have to be whole.
void join_work(Profile& p, double times) {
  for (profile::BufferFootprint& b : p.buffers) join_blocks(b, times);
  for (profile::AccessSite& site : p.sites) site.unique_sectors_per_block *= 1 + (times - 1) * (1 - site.overlap[0]);
  p.warps /= times;
  p.threads /= times;
  for (double* bytes : {&p.spills.load_bytes, &p.spills.store_bytes}) *bytes *= times;
}

/// Each thread does the work of `times`: the grid shrinks along the first axis that is long enough,
/// rounded up (1000 blocks by 3 are 334, so 2.994 times fewer). Work per warp grows, and with it
/// what can overlap within a warp (ilp, mlp): the copies are independent. Each copy spills what it spilled. Sectors per
/// block grow by what the joined blocks do not share: with an overlap of 0.5 two blocks have 1 + (2 - 1) * 0.5 = 1.5
/// times the sectors of one.
bool coarsen(Profile& p, unsigned times) {
  launch::Dim3& g = p.launch.grid;
  std::uint32_t& axis = g.x >= times ? g.x : g.y >= times ? g.y : g.z;
  if (axis < times) return false;
  const double before = double(g.count());
  axis = (axis + times - 1) / times;
  const double fewer = before / double(g.count());
  join_work(p, fewer);
  scale_distances(p, fewer);
  p.spills.frame_bytes *= fewer;
  p.path.instructions *= fewer;
  p.path.ilp *= fewer;
  p.path.mlp *= fewer;
  return true;
}

/// So many blocks do the same work, each that of `times` blocks one after the other.
void deal_out(Profile& p, std::uint32_t blocks, double times) {
  p.launch.grid = {blocks, 1, 1};
  join_work(p, times);
  for (double profile::CriticalPath::*links : profile::path_links) p.path.*links *= times;
  p.path.instructions *= times;
}

/// Tries the candidates that a programmer would: five block sizes, five register limits (launch
/// bounds) down to half of the present count, and half of the shared memory. At most 11
/// predictions, each of microseconds; the fastest wins, which need not be the one with the highest
/// occupancy.
bool occupied(Mended& m) {
  std::optional<Mended> best;
  double best_time = time_of(m).value_or(1e300);
  constexpr std::array<std::uint32_t, 5> sizes = {64, 128, 256, 512, 1024};
  const bool shares = m.profile.static_shared_bytes + m.profile.launch.dynamic_shared_bytes > 0;
  for (const std::uint32_t size : sizes) {  // a block with shared memory or barriers is sized by its algorithm
    Mended candidate = m;
    if (!shares && m.profile.barriers == 0 && reshape(candidate.profile, size)) keep_best(best, best_time, candidate);
  }
  const bool spills = m.profile.spills.load_bytes > 0;  // fewer registers would spill more
  for (const std::uint32_t registers : {96U, 64U, 48U, 40U, 32U}) {
    Mended candidate = m;
    candidate.profile.registers = std::min(candidate.profile.registers, registers);
    if (!spills && 2 * registers >= m.profile.registers)
      keep_best(best, best_time, candidate);  // fewer than half would spill
  }
  Mended halved = m;
  halved.profile.static_shared_bytes /= 2;
  halved.profile.launch.dynamic_shared_bytes /= 2;
  if (shares) keep_best(best, best_time, halved);
  return replace_by_best(m, best);
}

/// Registers that a thread lacks. Both the places of its frame and the values of PTX that are alive at once are more
/// than the machine compiler needs without a limit: what is up to a quarter above the most registers is taken to fit.
/// Example: 128 values in 64 registers have a frame of 220 places; nvcc takes 168 registers where it may.
double missing_registers(const Mended& m, double places) {
  constexpr double fits = 1.25;
  const double now = m.profile.registers, most = m.device.max_registers_per_thread;
  if (m.live_registers > now) places = std::min(places, m.live_registers - now);
  return now + places <= fits * most ? std::min(places, most - now) : places;
}

/// A thread gets registers for the values that it spills, of four bytes each, or for half of them; spills become fewer
/// in proportion. Tried with each of these: the block as it is, and smaller ones, which a limit of registers divides
/// more finely. Example: 64 registers and 512 bytes of spilled values: 192 registers without spills, 128 with half of
/// them. Where fewer values are alive at once, as many as they need are enough.
bool unspilled(Mended& m) {
  const Profile& now = m.profile;
  const double frame = now.spills.frame_bytes - static_cast<double>(now.local_bytes);
  if (!(now.spills.load_bytes > 0) || !(frame > 0)) return false;
  std::optional<Mended> best;
  double best_time = time_of(m).value_or(1e300);
  const double most = m.device.max_registers_per_thread;
  const double missing = missing_registers(m, std::ceil(frame / 4));
  for (const double wanted : {missing, missing / 2}) {
    const double given = std::min(std::ceil(wanted), most - now.registers);
    if (given < 1) continue;
    Mended candidate = m;
    candidate.profile.registers += static_cast<std::uint32_t>(given);
    profile::Spills& left = candidate.profile.spills;
    left.load_bytes *= 1 - given / missing;
    left.store_bytes *= 1 - given / missing;
    left.frame_bytes -= frame * given / missing;
    keep_best(best, best_time, candidate);
    for (const std::uint32_t size : {64U, 128U}) {
      Mended smaller = candidate;
      const bool is_free = now.static_shared_bytes + now.launch.dynamic_shared_bytes == 0 && now.barriers == 0;
      if (is_free && size < now.launch.block.count() && reshape(smaller.profile, size))
        keep_best(best, best_time, smaller);
    }
  }
  return replace_by_best(m, best);
}

/// Smaller blocks, so that a grid of less than a wave reaches every SM: 40 blocks of 256 on 80 SMs
/// leave half of them idle, 160 blocks of 64 do not.
bool filled(Mended& m) {
  if (m.profile.barriers > 0 || fills_the_device(m)) return false;
  std::optional<Mended> best;
  double best_time = time_of(m).value_or(1e300);
  for (const std::uint32_t size : {32U, 64U, 128U}) {
    Mended candidate = m;
    if (size < m.profile.launch.block.count() && reshape(candidate.profile, size))
      keep_best(best, best_time, candidate);
  }
  return replace_by_best(m, best);
}

/// Blocks of another size, or, where they share memory or have barriers, as many as the device holds, each of which
/// does an equal part of the work one block after the other. Example: of 217 blocks in 216 places one runs alone; 1736
/// of an eighth end together but for 8.
bool whole_waves(Mended& m) {
  std::optional<Mended> best;
  double best_time = time_of(m).value_or(1e300);
  const bool shares = m.profile.static_shared_bytes + m.profile.launch.dynamic_shared_bytes > 0;
  if (!shares && m.profile.barriers == 0) {
    for (const std::uint32_t size : {64U, 128U, 256U, 512U, 1024U}) {
      Mended candidate = m;
      if (reshape(candidate.profile, size)) keep_best(best, best_time, candidate);
    }
    return replace_by_best(m, best);
  }
  const double resident = resident_blocks(m), times = double(m.profile.launch.grid.count()) / std::max(1.0, resident);
  if (resident < 1 || times <= 1) return false;
  Mended candidate = m;
  deal_out(candidate.profile, static_cast<std::uint32_t>(resident), times);
  keep_best(best, best_time, candidate);
  return replace_by_best(m, best);
}

/// The rounds of a long loop are divided over more blocks. Tried are powers of two up to eight
/// blocks per SM and the factor that makes exactly one wave, each with at least four rounds per
/// block. Where partial results have to be added up, a second launch is charged.
bool split(Mended& m) {
  const std::optional<LongLoop> loop = long_loop(m.profile);
  if (!loop) return false;
  std::optional<Mended> best;
  double best_time = time_of(m).value_or(1e300);
  const double now = double(m.profile.launch.grid.count()), resident = resident_blocks(m);
  const double most = std::max(max_blocks * m.device.sms, resident) / now;
  const auto attempt = [&](unsigned times) {
    if (times < 2 || times > most || times * min_rounds > loop->rounds) return;
    Mended candidate = m;
    split_over_blocks(candidate.profile, *loop, times);
    // what each block leaves is added up in a second pass, unless atomics do so already
    if (!loop->stores && !adds_up(m.profile)) candidate.device.launch_overhead_s *= 2;
    keep_best(best, best_time, candidate);
  };
  for (unsigned times = 2; times <= most; times *= 2) attempt(times);
  attempt(static_cast<unsigned>(std::clamp(resident / now, 0.0, 1e6)));  // exactly one wave
  return replace_by_best(m, best);
}

/// Four rounds at a time with separate accumulators: the part of the critical path that is in the
/// loop shrinks to a quarter. With 80 % of the chain in the loop, 0.2 + 0.8/4 = 40 % of it are
/// left, and ilp and mlp grow by 1/0.4 = 2.5.
bool unrolled(Mended& m) {
  constexpr double times = 4;
  const std::optional<LongLoop> loop = long_loop(m.profile);
  if (!loop || loop->rounds < times * min_rounds) return false;
  const double part = (1 - loop->share) + loop->share / times;  // of the chain that is left
  profile::CriticalPath& path = m.profile.path;
  for (double* links : {&path.alu, &path.fp64, &path.special, &path.shared, &path.global, &path.branch}) *links *= part;
  path.ilp /= part;
  path.mlp /= part;
  m.profile.registers = std::min(m.profile.registers + m.profile.registers / 2, m.device.max_registers_per_thread);
  return true;
}

bool more_ilp(Mended& m) {
  m.profile.registers += m.profile.registers / 2;
  m.profile.registers = std::min(m.profile.registers, m.device.max_registers_per_thread);
  return coarsen(m.profile, 4);
}

bool low_occupancy(Mended& m) {
  m.profile.registers = std::min(2 * m.profile.registers, m.device.max_registers_per_thread);
  return coarsen(m.profile, 8);
}

}  // namespace forewarp::advise
