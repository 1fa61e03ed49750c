// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What a sample of blocks says of the whole grid: its strata, its distinct sectors, and the error of what DRAM moves.
// And what is shown to the observer of a launch in a program's memory, and the range of a loop's counter.
#include <gtest/gtest.h>

#include "forewarp/emulate/profile/distinct_sectors.hpp"
#include "forewarp/emulate/profile/influence/induction_range.hpp"
#include "forewarp/emulate/profile/relocating_observer.hpp"
#include "forewarp/emulate/profile/strata_division.hpp"
#include "forewarp/emulate/profile/traffic_error.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/support/random.hpp"
#include "synthetic.hpp"

namespace forewarp::profile {
namespace {

constexpr std::uint64_t first_sector = std::uint64_t{1} << (emu::Memory::buffer_shift - sector_shift);

/// A launch of which some blocks were drawn, with one buffer.
struct Drawn {
  launch::Launch launch;
  Strata strata;
  BufferMap buffers{.numbers = {1}};
  CountingObserver::Sums sums;
  std::map<std::uint64_t, BlockSectors> kinds;

  explicit Drawn(launch::Dim3 grid, StrataLevel level = StrataLevel::one) : strata(grid, level) { launch.grid = grid; }
  [[nodiscard]] Observed observed() const {
    Observed out{};
    out.launch = &launch;
    out.working = WorkingGrid(launch.grid);
    out.strata = &strata;
    out.buffers = &buffers;
    out.sums = &sums;
    out.kinds = &kinds;
    return out;
  }
};

void touch(BlockSectors& block, std::uint64_t sector) {
  block.words = 1;
  block.sectors.push_back({first_sector + sector, 1, static_cast<std::uint32_t>(block.marks.size()), 0, 0});
  block.marks.push_back(1);
}

TEST(DrawnBlocks, RepresentTheirStratum) {
  Drawn drawn({10, 1, 1}, StrataLevel::edges);  // the last block is a stratum of its own
  for (const std::uint64_t block : {0U, 3U, 9U}) drawn.sums.drawn_sectors[block];

  const std::vector<DrawnBlock> blocks = drawn_blocks(drawn.observed());

  ASSERT_EQ(blocks.size(), 3);
  EXPECT_DOUBLE_EQ(blocks[0].weight, 4.5);
  EXPECT_DOUBLE_EQ(blocks[1].weight, 4.5);
  EXPECT_DOUBLE_EQ(blocks[2].weight, 1);
  EXPECT_EQ(blocks[1].sectors, &drawn.sums.drawn_sectors.at(3));
}

TEST(DrawnBlocks, RepresentStrataOfWhichNoneWasDrawnToo) {
  Drawn drawn({10, 1, 1}, StrataLevel::edges);
  for (const std::uint64_t block : {0U, 3U}) drawn.sums.drawn_sectors[block];

  for (const DrawnBlock& block : drawn_blocks(drawn.observed())) EXPECT_DOUBLE_EQ(block.weight, 5);
}

TEST(KeptSectors, AreCountedOnceWhereverTheyWereSeen) {
  Drawn drawn({10, 1, 1});
  touch(drawn.sums.kept_sectors[0], 1);
  touch(drawn.sums.kept_sectors[0], 2);
  touch(drawn.sums.drawn_sectors[4], 2);
  touch(drawn.kinds[5], 3);

  EXPECT_EQ(kept_sectors(drawn.observed(), 0), 3);
}

TEST(KeptSectors, AreThinnedAlikeAndScaledBack) {
  Drawn drawn({10, 1, 1});
  double kept = 0;
  for (std::uint64_t sector = 0; sector < 4000; ++sector) {
    touch(drawn.sums.kept_sectors[0], sector);
    kept += is_kept(first_sector + sector, 3) ? 1 : 0;
  }
  drawn.kinds[5].halvings = 3;

  EXPECT_EQ(kept_sectors(drawn.observed(), 0), 8 * kept);
  EXPECT_NEAR(8 * kept, 4000, 800);
}

/// 400 blocks, of which every eighth was drawn, touch 10 of 4096 sectors each, at random or those behind the
/// one before.
DistinctSectors distinct_of(bool at_random) {
  Drawn drawn({400, 1, 1});
  SplitMix random(7);
  for (std::uint64_t block = 0; block < 400; block += 8) {
    std::set<std::uint64_t> sectors;
    while (sectors.size() < 10) sectors.insert(at_random ? random.below(4096) : 10 * block + sectors.size());
    for (const std::uint64_t sector : sectors) touch(drawn.sums.drawn_sectors[block], sector);
    drawn.sums.costs.push_back({block, 1, 32, 10});
  }
  SampledBlocks kept{&drawn.sums.drawn_sectors, drawn.launch.grid, 1, &drawn.buffers, {}, {}};
  kept.drawn = drawn_blocks(drawn.observed());
  BufferFootprint by_rules;
  by_rules.bytes = 4096 * 32;
  by_rules.sectors_total = 4000;
  by_rules.sectors_per_block = 10;
  return distinct_sectors(drawn.observed(), kept, 0, by_rules);
}

TEST(DistinctSectors, OfARuleAreWhatItSays) {
  const DistinctSectors found = distinct_of(false);

  EXPECT_EQ(found.irregular, 0);
  EXPECT_EQ(found.least, 4000);
  EXPECT_EQ(found.estimate, 4000);
  EXPECT_EQ(found.most, 4000);
  EXPECT_EQ(found.refetched, 0);
}

TEST(DistinctSectors, OfAGatherAreBetweenWhatWasSeenAndTheBuffer) {
  const DistinctSectors found = distinct_of(true);

  // 4000 touches at random find 4096 (1 - exp(-4000 / 4096)) = 2554 sectors.
  EXPECT_EQ(found.irregular, 1);
  EXPECT_LE(found.least, 2554);
  EXPECT_GE(found.most, 2554);
  EXPECT_GE(found.least, 450);  // of 500 touches in the sample
  EXPECT_LE(found.most, 4096);
  EXPECT_LE(found.least, found.estimate);
  EXPECT_LE(found.estimate, found.most);
}

double error_of(double total, double per_block, const DistinctSectors& distinct) {
  Profile profile;
  profile.launch.grid = {100, 1, 1};
  profile.buffers.resize(1);
  profile.buffers[0].sectors_total = total;
  profile.buffers[0].sectors_per_block = per_block;
  return traffic_error(profile, {distinct});
}

TEST(TrafficError, IsHalfTheDistanceToTheFartherBound) {
  // 0.02 for what is solved, and (500 - 400) / 400 of 400,000 sectors or (400 - 360) / 400, half of them.
  EXPECT_DOUBLE_EQ(error_of(400'000, 4000, {.irregular = 1, .least = 360'000, .most = 500'000}), 0.02 + 0.125);
  EXPECT_DOUBLE_EQ(error_of(400'000, 4000, {.irregular = 1, .least = 200'000, .most = 500'000}), 0.02 + 0.25);
}

TEST(TrafficError, OfARuleIsOfTheSharingAlone) {
  EXPECT_EQ(error_of(400'000, 4000, {.least = 400'000, .most = 400'000}), 0);  // nothing is shared
  EXPECT_DOUBLE_EQ(error_of(200'000, 4000, {.least = 200'000, .most = 200'000}), 0.02);
  EXPECT_EQ(error_of(0, 0, {}), 0);
}

TEST(TrafficError, FetchingAgainCountsWhereACacheMayNotHoldThem) {
  const DistinctSectors large{.irregular = 1, .least = 70'000, .most = 70'000, .refetched = 3};
  const DistinctSectors small{.irregular = 1, .least = 60'000, .most = 60'000, .refetched = 3};

  EXPECT_DOUBLE_EQ(error_of(70'000, 700, large), (3 + 0.2) / 2);
  EXPECT_DOUBLE_EQ(error_of(60'000, 600, small), 0.02);
}

TEST(StrataDivision, OfNoPlaceMakesNoStratum) {
  Strata none;
  StrataDivision(none, {}, 10).divide();

  EXPECT_EQ(none.count(), 0);
}

TEST(StrataDivision, CutsUntilEachPartHasOneOutcome) {
  BlockCondition below;  // blockIdx.x * 256 + threadIdx.x < 1000
  below.per_block = {256, 0, 0};
  below.low = -1000;
  below.high = -745;
  Strata strata({8, 1, 1}, StrataLevel::one);
  ASSERT_EQ(strata.count(), 1);
  StrataDivision(strata, std::span(&below, 1), 10).divide();

  // Behind the one of before: blocks 0 to 2, block 3 with threads on both sides, blocks 4 to 7.
  ASSERT_EQ(strata.count(), 4);
  EXPECT_EQ(strata.of(0), strata.of(2));
  EXPECT_EQ(strata.of(4), strata.of(7));
  EXPECT_EQ(strata.population(strata.of(0)), 3);
  EXPECT_EQ(strata.population(strata.of(3)), 1);
  EXPECT_EQ(strata.population(strata.of(4)), 4);
}

TEST(StrataDivision, PartsThatAreTooManyEndInOneThatIsNotUniform) {
  BlockCondition own;  // every block has an outcome of its own
  own.per_block = {1, 0, 0};
  own.is_open = true;
  const Strata strata({1'000'000, 1, 1}, StrataLevel::one, std::span(&own, 1), 20);

  std::uint64_t all = 0;
  for (std::uint32_t s = 0; s < strata.count(); ++s) all += strata.population(s);
  EXPECT_EQ(all, 1'000'000);
  EXPECT_LE(strata.count(), 20);
  EXPECT_FALSE(strata.is_uniform(strata.count() - 1));
}

// Addresses of a program's memory.

launch::Launch three_arguments() {
  launch::Launch out;
  const auto buffer = [](std::uint64_t count) {
    launch::Buffer b;
    b.element = ptx::Type::u32;
    b.count = count;
    return b;
  };
  out.arguments = {
      {"a", buffer(16), false}, {"n", launch::Scalar{}, false}, {"b", buffer(32), false}, {"alias", buffer(16), false}};
  return out;
}

constexpr std::uint64_t number(std::uint64_t argument) { return (argument + 1) << emu::Memory::buffer_shift; }

TEST(Relocated, BuffersAscendAndTheFirstArgumentNamesThem) {
  Execution execution;
  execution.addresses = {0x5000, 0, 0x3000, 0x5000};
  execution.arguments = {{}, {std::byte{7}}, {}, {}};

  const std::vector<RelocatedRange> ranges = ranges_of(execution, three_arguments());
  ASSERT_EQ(ranges.size(), 2);
  EXPECT_EQ(ranges[0].base, 0x3000);
  EXPECT_EQ(ranges[0].bytes, 128);
  EXPECT_EQ(ranges[0].shown, number(2));
  EXPECT_EQ(ranges[1].base, 0x5000);
  EXPECT_EQ(ranges[1].bytes, 64);
  EXPECT_EQ(ranges[1].shown, number(0));

  const emu::BoundArguments bound = relocated(execution);
  EXPECT_EQ(bound.addresses, (std::vector<std::uint64_t>{number(0), 0, number(2), number(3)}));
  EXPECT_EQ(bound.bytes, execution.arguments);
}

struct Recorder : emu::Observer {
  std::vector<std::uint64_t> addresses;  ///< of lanes 0 and 1
  bool affine = false;
  std::vector<std::uint64_t> weights;
  [[nodiscard]] std::unique_ptr<emu::Observer> fork() const override { return std::make_unique<Recorder>(); }
  void merge(emu::Observer& later) override {
    const auto& other = dynamic_cast<Recorder&>(later);
    addresses.insert(addresses.end(), other.addresses.begin(), other.addresses.end());
  }
  void access(emu::WarpId, const emu::Access& a) override {
    addresses.insert(addresses.end(), {a.addresses[0], a.addresses[1]});
    affine = a.affine != nullptr;
  }
  void weight(emu::WarpId, std::uint64_t weight) override { weights.push_back(weight); }
};

TEST(RelocatingObserver, ShowsTheAddressesOfBuffersByTheirNumbers) {
  Recorder recorder;
  RelocatingObserver observer(recorder, {{0x3000, 128, number(2)}, {0x5000, 64, number(0)}});
  const emu::AffineLanes strides{{4}};
  const auto shown = [&](std::uint64_t first, std::uint64_t second, ptx::StateSpace space) {
    test::Request request(space, 4, test::affine(first, second - first), 3);
    request.access.affine = &strides;
    recorder.addresses.clear();
    observer.access({}, request.access);
    return recorder.addresses;
  };
  using Two = std::vector<std::uint64_t>;

  EXPECT_EQ(shown(0x3000, 0x307c, ptx::StateSpace::global), (Two{number(2), number(2) + 0x7c}));
  EXPECT_TRUE(recorder.affine);
  EXPECT_EQ(shown(0x3004, 0x5008, ptx::StateSpace::global), (Two{number(2) + 4, number(0) + 8}));
  EXPECT_FALSE(recorder.affine);                                                     // lanes in two buffers
  EXPECT_EQ(shown(0x2fff, 0x3080, ptx::StateSpace::global), (Two{0x2fff, 0x3080}));  // before and behind
  EXPECT_EQ(shown(0x5000, 0x5040, ptx::StateSpace::const_), (Two{number(0), 0x5040}));
  EXPECT_EQ(shown(0x3000, 0x3004, ptx::StateSpace::shared), (Two{0x3000, 0x3004}));  // no device memory
  observer.weight({}, 9);
  EXPECT_EQ(recorder.weights, Two{9});
}

TEST(RelocatingObserver, AForkShowsTheSameAndIsMerged) {
  Recorder recorder;
  RelocatingObserver observer(recorder, {{0x3000, 128, number(2)}});
  const std::unique_ptr<emu::Observer> fork = observer.fork();
  fork->access({}, test::Request(ptx::StateSpace::global, 4, test::affine(0x3000, 4), 3).access);
  EXPECT_TRUE(recorder.addresses.empty());

  observer.merge(*fork);

  EXPECT_EQ(recorder.addresses, (std::vector<std::uint64_t>{number(2), number(2) + 4}));
}

// The range of a counter.

/// Of `r1 = first; L: r1 = r1 + step; p = r1 COMPARISON limit; @p bra L`.
std::optional<BlockValue> range(const std::string& comparison, std::int64_t first, std::int64_t step,
                                const std::optional<std::int64_t>& limit, bool in_loop = true) {
  const ptx::Module module = ptx::parse(
      ".version 8.5\n.target sm_80\n.address_size 64\n.entry k() {\n.reg .b32 %r<9>; .reg .pred %p<3>;\n"
      "mov.u32 %r1, 0; mov.u32 %r2, 0;\nL: add.s32 %r1, %r1, 1; setp." +
      comparison + " %p1, %r1, %r2; @%p1 bra L;\nret;\n}\n");
  const ptx::Function& function = module.functions[0];
  const analysis::Cfg cfg = analysis::control_flow(function);
  const analysis::Dataflow flow(function, cfg);
  std::uint32_t reg = 0;
  while (function.registers.at(reg).name != "%r1") ++reg;
  const Induction induction{reg, in_loop ? 2U : 0U, step, profile::number(first)};
  return induction_range(flow, induction,
                         [&](const ptx::Operand&) { return limit ? profile::number(*limit) : same_unknown(); });
}

TEST(InductionRange, ReachesOneStepBeyondTheLimit) {
  EXPECT_EQ(range("lt.s32", 0, 1, 16), between(0, 17));
  EXPECT_EQ(range("le.u32", 2, 4, 16), between(2, 20));
  EXPECT_EQ(range("lt.s32", 20, 1, 16), between(20, 21));  // runs once all the same
  EXPECT_EQ(range("gt.s32", 10, -2, 0), between(-2, 10));
}

TEST(InductionRange, OfAnInequalityMustMeetItsLimit) {
  EXPECT_EQ(range("ne.s32", 0, 4, 16), between(0, 20));
  EXPECT_EQ(range("ne.s32", 0, 4, 18), std::nullopt);
  EXPECT_EQ(range("ne.s32", 16, 4, 0), std::nullopt);  // goes away from it
}

TEST(InductionRange, IsNotKnownWithoutABound) {
  EXPECT_EQ(range("gt.s32", 0, 1, 16), std::nullopt);            // no upper bound
  EXPECT_EQ(range("lt.s32", 0, 1, std::nullopt), std::nullopt);  // of no known number
  EXPECT_EQ(range("lt.s32", 0, 0, 16), std::nullopt);
  EXPECT_EQ(range("gt.u32", 10, -2, 0), std::nullopt);  // would wrap
  EXPECT_EQ(range("lt.s32", 0, 1, std::int64_t{1} << 32), std::nullopt);
  EXPECT_EQ(range("lt.s32", 0, 1, 16, false), std::nullopt);  // the update is in no loop
}

}  // namespace
}  // namespace forewarp::profile
