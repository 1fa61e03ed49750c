// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/block_addresses.hpp"

#include <algorithm>
#include <cstring>

#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/emulate/reuse/address_slice.hpp"
#include "forewarp/frontend/ptx/parser.hpp"

namespace forewarp::profile {

std::span<const std::uint64_t> BlockAddresses::of(std::size_t site) {
  if (!computed_) compute();
  computed_ = true;
  const auto found = by_site_.find(site);
  return found == by_site_.end() ? std::span<const std::uint64_t>() : found->second;
}

void BlockAddresses::compute() {
  const std::uint64_t blocks = launch_.grid.count();
  const ptx::Function* entry = module_.find(launch_.entry);
  if (blocks > max_blocks || entry == nullptr || program_.sites.empty()) return;
  std::map<std::uint32_t, std::size_t> sites;
  std::vector<std::uint32_t> wanted;
  for (std::size_t s = 0; s < program_.sites.size(); ++s)
    if (program_.sites[s].function == entry && sites.emplace(program_.sites[s].instruction, s).second)
      wanted.push_back(program_.sites[s].instruction);
  const AddressSlice slice = address_slice(module_, *entry, launch_.grid, launch_.block, wanted, arguments_);
  if (slice.accesses.empty()) return;
  const ptx::Module code = ptx::parse(slice.text, "addresses of blocks");
  emu::Machine machine(code, "addresses");
  const std::size_t count = slice.accesses.size();
  std::vector<std::uint64_t> values(blocks * count);
  const std::uint64_t out = machine.memory().allocate(8 * values.size(), "addresses");
  std::vector<std::byte> argument(sizeof out);
  std::memcpy(argument.data(), &out, sizeof out);
  launch::Launch launch;
  launch.entry = "addresses";
  launch.grid = {static_cast<std::uint32_t>((blocks + AddressSlice::threads - 1) / AddressSlice::threads), 1, 1};
  launch.block = {AddressSlice::threads, 1, 1};
  machine.run(launch, {&argument, 1});
  machine.memory().read(out, std::as_writable_bytes(std::span(values)));
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<std::uint64_t>& addresses = by_site_[sites.at(slice.accesses[k])];
    addresses.reserve(blocks);
    for (std::uint64_t b = 0; b < blocks; ++b) addresses.push_back(values[b * count + k]);
  }
}

}  // namespace forewarp::profile
