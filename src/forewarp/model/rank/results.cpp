// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/rank/results.hpp"

#include <algorithm>
#include <bitset>
#include <cstring>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "forewarp/emulate/machine/bind.hpp"
#include "forewarp/emulate/machine/machine.hpp"
#include "forewarp/frontend/launch/element.hpp"

namespace forewarp::rank {
namespace {

constexpr std::uint64_t max_pages = (std::uint64_t{256} << 20) / emu::Memory::page_bytes;
constexpr std::uint64_t offset_mask = (std::uint64_t{1} << emu::Memory::buffer_shift) - 1;

std::uint64_t mixed(std::uint64_t z) {
  z = (z + 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// Which bytes of global memory are stored to.
class StoreLog final : public emu::Observer {
 public:
  using Page = std::bitset<emu::Memory::page_bytes>;

  [[nodiscard]] std::unique_ptr<emu::Observer> fork() const override { return std::make_unique<StoreLog>(); }
  void merge(emu::Observer& later) override {
    auto& log = dynamic_cast<StoreLog&>(later);
    for (const auto& [page, bytes] : log.pages_) pages_[page] |= bytes;
    atomics_ = atomics_ || log.atomics_;
  }
  void access(emu::WarpId, const emu::Access& access) override {
    const bool atomic = access.kind == emu::AccessKind::atomic || access.kind == emu::AccessKind::reduction;
    if (access.space != ptx::StateSpace::global || (!atomic && access.kind != emu::AccessKind::store)) return;
    atomics_ = atomics_ || atomic;
    for (emu::LaneMask left = access.active; left != 0; left &= left - 1)
      mark(access.addresses[std::countr_zero(left)], access.bytes);
  }

  /// By the number of the page: address over Memory::page_bytes.
  [[nodiscard]] const std::map<std::uint64_t, Page>& pages() const { return pages_; }
  [[nodiscard]] bool atomics() const { return atomics_; }

 private:
  void mark(std::uint64_t address, unsigned bytes) {
    for (std::uint64_t at = address; at < address + bytes; ++at) {
      const std::uint64_t page = at / emu::Memory::page_bytes;
      if (last_ == nullptr || page != last_page_) {
        last_ = &pages_[page];
        last_page_ = page;
      }
      last_->set(at % emu::Memory::page_bytes);
    }
  }

  std::map<std::uint64_t, Page> pages_;
  Page* last_ = nullptr;
  std::uint64_t last_page_ = 0;
  bool atomics_ = false;
};

/// Adds up the elements of one buffer, in the order of their indices.
class Digest {
 public:
  explicit Digest(BufferResult& result) : result_(result) {}
  void add(std::uint64_t index, std::uint64_t bits) {
    const double value = launch::decode(bits, result_.type);
    result_.least = result_.stored == 0 ? value : std::min(result_.least, value);
    result_.most = result_.stored == 0 ? value : std::max(result_.most, value);
    ++result_.stored;
    result_.values += mixed(bits);
    result_.sum += value;
    const std::uint64_t hash = mixed(index);
    auto& heap = result_.elements;
    if (heap.size() == sampled_elements) {
      if (hash >= heap.front().hash) return;
      std::ranges::pop_heap(heap, {}, &Element::hash);
      heap.pop_back();
    }
    heap.push_back({hash, bits});
    std::ranges::push_heap(heap, {}, &Element::hash);
  }
  void finish() { std::ranges::sort(result_.elements, {}, &Element::hash); }

 private:
  BufferResult& result_;
};

struct BufferPlace {
  std::uint64_t base, bytes;
  unsigned element_bytes;
};

void add_page(emu::Memory& memory, const BufferPlace& buffer, std::uint64_t page, const StoreLog::Page& stored,
              Digest& digest) {
  const std::uint64_t first = page * emu::Memory::page_bytes, offset = first - buffer.base;
  const unsigned size = buffer.element_bytes;
  if (offset >= buffer.bytes) return;
  std::vector<std::byte> bytes(std::min<std::uint64_t>(emu::Memory::page_bytes, buffer.bytes - offset));
  memory.read(first, bytes);
  for (std::uint64_t at = 0; at + size <= bytes.size(); at += size) {
    if (!stored.test(at)) continue;
    std::uint64_t bits = 0;
    std::memcpy(&bits, &bytes[at], size);
    digest.add((offset + at) / size, bits);
  }
}

}  // namespace

std::optional<Results> results_of(const ptx::Module& module, const launch::Launch& launch, unsigned warp_size,
                                  std::uint64_t max_warp_instructions, std::span<const std::uint64_t> blocks,
                                  Progress* progress) {
  emu::MachineOptions options;
  options.warp_size = warp_size;
  options.max_warp_instructions = max_warp_instructions;
  options.threads = 1;
  StoreLog log;
  Results results;
  try {
    emu::Machine machine(module, launch.entry, options);
    const emu::BoundArguments bound = emu::bind(launch, machine, emu::Bounds::allocation);
    machine.run(launch, bound.bytes, blocks, &log, progress);
    if (log.pages().size() > max_pages) return std::nullopt;
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
      const auto* buffer = std::get_if<launch::Buffer>(&launch.arguments[i].value);
      if (buffer == nullptr || !launch::is_element(buffer->element)) continue;
      const std::uint64_t base = bound.addresses.at(i), end = (base & ~offset_mask) + offset_mask;
      BufferResult result{
          .name = launch.arguments[i].name, .type = buffer->element, .guessed = launch.arguments[i].guessed};
      const BufferPlace place{base, buffer->bytes(), ptx::size_of(buffer->element)};
      Digest digest(result);
      for (auto page = log.pages().lower_bound(base / emu::Memory::page_bytes);
           page != log.pages().end() && page->first * emu::Memory::page_bytes < end; ++page)
        add_page(machine.memory(), place, page->first, page->second, digest);
      digest.finish();
      if (result.stored > 0) results.buffers.push_back(std::move(result));
    }
  } catch (const InputError&) {  // a fault, an endless launch, a fill that is not possible
    return std::nullopt;
  }
  results.atomics = log.atomics();
  const double run = static_cast<double>(blocks.empty() ? launch.grid.count() : blocks.size());
  results.threads = run * static_cast<double>(launch.block.count());
  return results;
}

namespace {

constexpr std::string_view version = "results 1";

}  // namespace

std::string stored_text(const Results& r) {
  nlohmann::json buffers = nlohmann::json::array();
  for (const BufferResult& b : r.buffers) {
    nlohmann::json hashes = nlohmann::json::array(), bits = nlohmann::json::array();
    for (const Element& e : b.elements) {
      hashes.push_back(e.hash);
      bits.push_back(e.bits);
    }
    buffers.push_back({b.name, static_cast<unsigned>(b.type), b.guessed, b.stored, b.values, b.sum, b.least, b.most,
                       std::move(hashes), std::move(bits)});
  }
  const nlohmann::json all{version,           static_cast<unsigned>(r.extent), r.problem, r.threads, r.atomics,
                           std::move(buffers)};
  const std::vector<std::uint8_t> bytes = nlohmann::json::to_cbor(all);
  return {bytes.begin(), bytes.end()};
}

std::optional<Results> results_from(std::string_view text) {
  const nlohmann::json all = nlohmann::json::from_cbor(text.begin(), text.end(), true, false);
  if (!all.is_array() || all.empty() || all[0] != version) return std::nullopt;
  try {
    Results r;
    r.extent = static_cast<Extent>(all.at(1).get<unsigned>());
    r.problem = all.at(2).get<std::string>();
    r.threads = all.at(3).get<double>();
    r.atomics = all.at(4).get<bool>();
    for (const nlohmann::json& b : all.at(5)) {
      BufferResult result{b.at(0),
                          static_cast<ptx::Type>(b.at(1).get<unsigned>()),
                          b.at(2).get<bool>(),
                          b.at(3).get<std::uint64_t>(),
                          b.at(4).get<std::uint64_t>(),
                          b.at(5).get<double>(),
                          b.at(6).get<double>(),
                          b.at(7).get<double>(),
                          {}};
      for (std::size_t i = 0; i < b.at(8).size(); ++i)
        result.elements.push_back({b.at(8).at(i).get<std::uint64_t>(), b.at(9).at(i).get<std::uint64_t>()});
      r.buffers.push_back(std::move(result));
    }
    return r;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace forewarp::rank
