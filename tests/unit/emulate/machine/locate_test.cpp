// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Where the bytes of an access are: buffers by their pages, lanes in their ranges, and what is said of wrong accesses.
#include "forewarp/emulate/machine/locate.hpp"

#include <gtest/gtest.h>

#include "forewarp/emulate/decode/decode.hpp"
#include "forewarp/emulate/machine/access_fault.hpp"
#include "forewarp/emulate/machine/cluster.hpp"
#include "forewarp/emulate/machine/host_map.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/ptx/parser.hpp"
#include "unit/message_of.hpp"

namespace forewarp::emu {
namespace {

using forewarp::testing::message_of;
using ptx::StateSpace;

constexpr std::uint64_t low = std::uint64_t{0x30} << 40;

/// A buffer of the process at this address, whose bytes are never touched.
std::unique_ptr<MemoryBuffer> mapped(std::uint64_t address, std::uint64_t bytes) {
  return std::make_unique<MemoryBuffer>(reinterpret_cast<std::byte*>(address), bytes, "mapped");
}

std::uint64_t base_at(const HostMap& map, std::uint64_t address) {
  const MemoryBuffer* found = map.find(address);
  return found ? found->base : 0;
}

TEST(HostMap, FindsBuffersByTheirPages) {
  HostMap map;
  EXPECT_TRUE(map.empty());
  EXPECT_EQ(map.find(low), nullptr);
  map.add(mapped(low, 3 * 4096));
  map.add(mapped(low + (std::uint64_t{1} << 30), 1));  // in another leaf

  EXPECT_FALSE(map.empty());
  EXPECT_EQ(base_at(map, low), low);
  EXPECT_EQ(base_at(map, low + 3 * 4096 - 1), low);
  EXPECT_EQ(base_at(map, low + 3 * 4096), 0);
  EXPECT_EQ(base_at(map, low - 1), 0);
  EXPECT_EQ(base_at(map, low + (std::uint64_t{1} << 30)), low + (std::uint64_t{1} << 30));
  EXPECT_EQ(map.find(std::uint64_t{1} << 47), nullptr);
  EXPECT_EQ(map.find(~std::uint64_t{0}), nullptr);
}

TEST(HostMap, NeighboursOnOnePageAreToldApart) {
  HostMap map;
  map.add(mapped(low + 100, 100));
  map.add(mapped(low + 200, 5000));

  EXPECT_EQ(base_at(map, low + 150), low + 100);
  EXPECT_EQ(base_at(map, low + 200), low + 200);
  EXPECT_EQ(base_at(map, low + 5199), low + 200);
  EXPECT_EQ(base_at(map, low + 99), 0);  // before both
  map.remove(low + 100);
  EXPECT_EQ(base_at(map, low + 150), 0);
  EXPECT_EQ(base_at(map, low + 200), low + 200);  // owns the page now
  map.remove(low + 200);
  EXPECT_TRUE(map.empty());
  EXPECT_EQ(base_at(map, low + 300), 0);
}

TEST(HostMap, RefusesWhatOverlapsAndWhatIsOutOfReach) {
  HostMap map;
  map.add(mapped(low, 4096));

  EXPECT_EQ(message_of([&] { map.add(mapped(low + 4095, 1)); }), "memory at 0x300000000fff is mapped already");
  EXPECT_EQ(message_of([&] { map.add(mapped(low - 10, 11)); }), "memory at 0x2ffffffffff6 is mapped already");
  EXPECT_EQ(message_of([&] { map.add(mapped(0x1000, 8)); }), "memory at 0x1000 cannot be mapped for kernels");
  EXPECT_EQ(message_of([&] { map.add(mapped((std::uint64_t{1} << 47) - 4, 8)); }),
            "memory at 0x7ffffffffffc cannot be mapped for kernels");
  EXPECT_EQ(message_of([&] { map.add(mapped(std::uint64_t{3} << 40, 8)); }),
            "memory at 0x30000000000 cannot be mapped for kernels");
  EXPECT_EQ(message_of([&] { map.add(mapped((std::uint64_t{1} << 40) - 4, 8)); }),
            "memory at 0xfffffffffc cannot be mapped for kernels");
  map.add(mapped(low + 4096, 1));  // side by side
  EXPECT_EQ(base_at(map, low + 4095), low);
  EXPECT_EQ(base_at(map, low + 4096), low + 4096);
}

TEST(HostMap, TheHeapOfAProgramAtAFixedAddressMayBeMapped) {
  HostMap map;
  map.add(mapped(0x1b3d000, 8192));

  EXPECT_EQ(base_at(map, 0x1b3e000), 0x1b3d000);
  EXPECT_EQ(base_at(map, 0x1b3f000), 0);
}

TEST(Locate, AllButLoadsAndPrefetchesWrite) {
  EXPECT_FALSE(writes(AccessKind::load));
  EXPECT_FALSE(writes(AccessKind::prefetch));
  for (const auto kind : {AccessKind::store, AccessKind::atomic, AccessKind::reduction, AccessKind::async_copy})
    EXPECT_TRUE(writes(kind));
}

/// Copies of the accesses that are reported.
struct Recorder : Observer {
  std::vector<Access> seen;
  std::vector<std::uint64_t> first;
  [[nodiscard]] std::unique_ptr<Observer> fork() const override { return nullptr; }
  void merge(Observer&) override {}
  void access(WarpId, const Access& a) override {
    seen.push_back(a);
    first.push_back(a.addresses[0]);
  }
};

/// A block of 32 threads that has begun, with an instruction to take the blame.
struct Stage {
  Memory memory;
  ptx::Module module = ptx::parse(
      ".version 8.5\n.target sm_80\n.address_size 64\n.visible .entry k() {\n.shared .b8 s[64]; .reg .b32 %r<3>;\n"
      "ld.shared.u32 %r1, [s];\nst.shared.u32 [s], %r1;\nret;\n}\n",
      "test.ptx");
  MachineOptions options;
  std::unique_ptr<Program> program = decode(module, "k", memory, {.isa = best_isa()});
  launch::Launch launch;
  LaunchContext context;
  std::unique_ptr<Cluster> cluster;
  Block* block = nullptr;
  Recorder recorder;
  std::vector<std::uint64_t> addresses = std::vector<std::uint64_t>(64);

  Stage() {
    launch.entry = "k";
    launch.grid = {1, 1, 1};
    launch.block = {32, 1, 1};
    context.program = program.get();
    context.options = &options;
    context.launch = &launch;
    context.memory = &memory.impl();
    context.shared_bytes = 64;
    context.warps = 1;
    context.threads = 32;
    cluster = std::make_unique<Cluster>(context);
    block = &cluster->block(0);
    block->begin(0, &recorder);
  }
  Warp& warp() { return *block->warps().front(); }
  const MachineOp& op() { return program->entry().ops.front(); }
  AccessRequest request(StateSpace space, AccessKind kind, std::uint64_t address, unsigned bytes = 4) {
    for (std::uint64_t lane = 0; lane < 64; ++lane) addresses[lane] = address + lane * bytes;
    return {op(), 0xffffffff, space, addresses.data(), kind, bytes};
  }
};

constexpr const char* who = " [block (0,0,0) thread (2,0,0)]";

TEST(Locate, ALinearRowOfABufferIsAtItsHostBytes) {
  Stage stage;
  const std::uint64_t buffer = stage.memory.allocate(1024, "data");
  const AccessRequest request = stage.request(StateSpace::global, AccessKind::store, buffer + 256);
  const std::int64_t slice = stage.warp().slice;

  locate(stage.warp(), request);

  const std::byte* const host = stage.memory.impl().find(buffer)->host;
  for (const unsigned lane : {0U, 1U, 31U}) EXPECT_EQ(stage.warp().located.at(lane, 4), host + 256 + 4 * lane);
  EXPECT_EQ(stage.warp().slice, slice - 1);
  ASSERT_EQ(stage.recorder.seen.size(), 1);
  EXPECT_EQ(stage.recorder.seen[0].kind, AccessKind::store);
  EXPECT_EQ(stage.recorder.seen[0].bytes, 4);
  EXPECT_EQ(stage.recorder.seen[0].active, 0xffffffff);
  EXPECT_EQ(stage.recorder.first[0], buffer + 256);
}

TEST(Locate, PagesAreMadeWhenTheyAreTouched) {
  Stage stage;
  const std::uint64_t buffer = stage.memory.allocate(3 * Memory::page_bytes, "data");
  MemoryBuffer& found = *stage.memory.impl().find(buffer);
  EXPECT_FALSE(found.made(1));

  stage.warp().located.pattern = Pattern::based;
  make_touched(stage.warp(), stage.request(StateSpace::global, AccessKind::load, buffer + Memory::page_bytes), found);

  EXPECT_FALSE(found.made(0));
  EXPECT_TRUE(found.made(1));
  EXPECT_FALSE(found.made(2));
}

TEST(Locate, SharedMemoryEndsWithTheBlocks) {
  Stage stage;
  AccessRequest request = stage.request(StateSpace::shared, AccessKind::load, 56);
  request.lanes = 3;
  locate(stage.warp(), request);
  EXPECT_EQ(stage.warp().located.at(1, 4), stage.block->shared().data() + 60);
  request.lanes = 7;

  EXPECT_EQ(message_of<KernelFault>([&] { locate(stage.warp(), request); }),
            "test.ptx:6: kernel 'k': load of 4 bytes at shared address 0x40: out of bounds, the block has 64 bytes" +
                std::string(who));
  EXPECT_EQ(stage.recorder.seen.size(), 1);  // the fault is no access
}

TEST(Locate, OfAddressesInSharedMemoryTheLower32BitsCount) {
  Stage stage;
  AccessRequest request = stage.request(StateSpace::shared, AccessKind::load, (std::uint64_t{4} << 32) + 8);
  request.lanes = 3;

  locate(stage.warp(), request);

  EXPECT_EQ(stage.warp().located.at(0, 4), stage.block->shared().data() + 8);
  EXPECT_EQ(stage.warp().located.at(1, 4), stage.block->shared().data() + 12);
  EXPECT_EQ(stage.recorder.first[0], 8);
}

TEST(Locate, AParameterIsNotStored) {
  Stage stage;

  EXPECT_NE(message_of<KernelFault>([&] {
              locate(stage.warp(), stage.request(StateSpace::param, AccessKind::store, 0));
            }).find("store to a parameter of the kernel"),
            std::string::npos);
}

TEST(AccessFault, SaysWhatIsWrongWithAnAddressOfDeviceMemory) {
  Stage stage;
  const std::uint64_t buffer = stage.memory.allocate(1000, "data");
  const auto fault = [&](AccessKind kind, std::uint64_t address, unsigned bytes) {
    const AccessRequest request = stage.request(StateSpace::global, kind, address - 2 * bytes, bytes);
    const std::string text = message_of<KernelFault>([&] { device_memory_fault(stage.warp(), request, 2); });
    EXPECT_TRUE(text.starts_with("test.ptx:6: kernel 'k': ") && text.ends_with(who)) << text;
    const std::size_t from = std::string("test.ptx:6: kernel 'k': ").size();
    return text.substr(from, text.size() - from - std::string(who).size());
  };
  ASSERT_EQ(buffer, std::uint64_t{1} << 40);

  EXPECT_EQ(fault(AccessKind::load, 16, 4), "load of 4 bytes at global address 0x10: null pointer");
  EXPECT_EQ(fault(AccessKind::store, buffer + 1000, 1),
            "store of 1 byte at global address 0x100000003e8: out of bounds, byte 1000 of buffer 'data' (1000 bytes)");
  EXPECT_EQ(fault(AccessKind::atomic, buffer - 8, 8),
            "atomic of 8 bytes at global address 0xfffffffff8: out of bounds, 8 bytes before buffer 'data' (1000 "
            "bytes)");
  EXPECT_EQ(fault(AccessKind::reduction, buffer + 6, 4),
            "reduction of 4 bytes at global address 0x10000000006: misaligned, byte 6 of buffer 'data' (1000 bytes)");
  EXPECT_EQ(fault(AccessKind::async_copy, buffer + 16, 16),
            "asynchronous copy of 16 bytes at global address 0x10000000010: buffer 'data' (1000 bytes) is constant");
  EXPECT_EQ(fault(AccessKind::prefetch, std::uint64_t{0x77} << 40, 1),
            "prefetch of 1 byte at global address 0x770000000000: wild address, in no buffer");
}

TEST(AccessFault, TellsBeyondTheExtentFromMisaligned) {
  Stage stage;
  const auto fault = [&](StateSpace space, std::uint64_t address) {
    AccessRequest request = stage.request(space, AccessKind::load, 0, 8);
    stage.addresses[2] = address;
    return message_of<KernelFault>([&] { extent_fault(stage.warp(), request, 2, 24); });
  };

  EXPECT_NE(fault(StateSpace::shared, 20).find("shared address 0x14: out of bounds, the block has 24 bytes"),
            std::string::npos);
  EXPECT_NE(fault(StateSpace::local, 12).find("local address 0xc: misaligned, the thread has 24 bytes"),
            std::string::npos);
  EXPECT_NE(fault(StateSpace::param, 32).find("param address 0x20: out of bounds, the kernel has 24 bytes"),
            std::string::npos);
}

TEST(AccessFault, AByteThatWasNeverWrittenIsNamed) {
  Stage stage;
  const std::uint64_t buffer = stage.memory.allocate_unwritten(40, "fresh");
  const AccessRequest request = stage.request(StateSpace::global, AccessKind::load, buffer);

  EXPECT_EQ(message_of<KernelFault>(
                [&] { unwritten_fault(stage.warp(), request, 2, *stage.memory.impl().find(buffer), 11); }),
            "test.ptx:6: kernel 'k': load of 4 bytes at global address 0x10000000008: byte 11 of buffer 'fresh' (40 "
            "bytes), which was never written" +
                std::string(who));
}

TEST(AccessFault, TheFirstAccessBeyondTheLastElementIsReported) {
  Stage stage;
  const std::uint64_t buffer = stage.memory.allocate(1000, "data", {}, Bounds::allocation);
  const MemoryBuffer& found = *stage.memory.impl().find(buffer);
  const AccessRequest request = stage.request(StateSpace::global, AccessKind::load, buffer);

  report_beyond_end(stage.warp(), request, found, 1000);
  const std::string first = stage.block->beyond_end;
  report_beyond_end(stage.warp(), request, found, 1004);

  EXPECT_EQ(first,
            "test.ptx:6: load of 4 bytes at byte 1000 of buffer 'data', which has 1000: beyond its last element, "
            "though within the 1024 bytes that a device allocates");
  EXPECT_EQ(stage.block->beyond_end, first);
  EXPECT_EQ(stage.cluster->take_text().beyond_end, first);
  EXPECT_TRUE(stage.block->beyond_end.empty());
}

}  // namespace
}  // namespace forewarp::emu
