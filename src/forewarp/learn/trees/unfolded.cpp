// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Example: a tree whose root splits into a leaf and into node 7, whose children are leaves.
///
///     slot   0 (root)        2 (leaf 0)   3 (node 7)    16 (leaf 14)   17 (leaf 15)
///     left   2               2            16            16             17
///
/// A sample that goes right twice takes the slots 0, 3, 17, 17, 17, ...
///
/// Unfolding is two passes without branches: the first turns every packed node into an unfolded one, the second copies
/// to each pair of slots those of the two children, or leaves. O(nodes); then O(steps) for each sample.
#include "forewarp/learn/trees/unfolded.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

namespace forewarp::learn::trees {
namespace {

static_assert(std::endian::native == std::endian::little, "nodes are computed as numbers of 32 and 64 bits");

constexpr std::uint32_t never_right = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t max_slots = std::numeric_limits<std::uint16_t>::max() + std::uint64_t{1};
/// A sample gains by an unfolded tree about the time in which eight nodes are unfolded.
constexpr std::size_t max_nodes_per_row = 8;

/// Vectors that every processor of 64 bits has.
using Words [[gnu::vector_size(16)]] = std::uint32_t;
using Ints [[gnu::vector_size(16)]] = std::int32_t;
using Pair [[gnu::vector_size(16)]] = std::uint64_t;
constexpr std::size_t words = 4;

constexpr std::uint32_t sign = 0x80000000, infinity = 0x7f800000;

/// From the bits of floats, whole numbers that order as they do: negative ones inverted, and -0 equal to 0.
Words ordered(Words bits) {
  const auto negative = reinterpret_cast<Words>(reinterpret_cast<Ints>(bits) >> 31);
  return (bits ^ (negative | sign)) - reinterpret_cast<Words>(bits == sign);  // what holds is -1
}

Words is_nan(Words bits) {
  return reinterpret_cast<Words>(reinterpret_cast<Ints>(bits & ~sign) > static_cast<std::int32_t>(infinity));
}

/// An UnfoldedNode as one number.
constexpr std::uint64_t node_bits(std::uint32_t threshold, std::uint64_t left) { return threshold | left << 48; }

/// The unfolded form of all packed nodes, two at a time: threshold and word of each. NaN sends no sample right.
void unfold_nodes(std::span<const PackedNode> nodes, unsigned slot_bits, std::uint64_t* to) {
  constexpr std::uint32_t leaves = PackedNode::left_leaf | PackedNode::right_leaf;
  constexpr Words thresholds = {never_right, 0, never_right, 0};
  Words left = {0, 2U << 16, 0, 4U << 16};
  for (std::size_t i = 0; i < nodes.size(); i += 2) {
    Words node;
    std::memcpy(&node, nodes.data() + i, sizeof node);
    const Words feature = (node & ~leaves) >> slot_bits;
    const Words unfolded =
        ((ordered(node) | is_nan(node)) & thresholds) | ((feature * std::uint32_t{tile_rows} + left) & ~thresholds);
    std::memcpy(to + i, &unfolded, sizeof unfolded);
    left += Words{0, 4U << 16, 0, 4U << 16};
  }
}

/// The two slots of each node: its children, or leaves, which are chosen by masks, as branches would often be
/// mispredicted.
void fill_slots(std::span<const PackedNode> nodes, unsigned slot_bits, const std::uint64_t* unfolded,
                UnfoldedNode* slots) {
  constexpr std::uint64_t leaf = ~std::uint64_t{0};
  static constexpr Pair which_are_leaves[] = {
      {0, 0}, {leaf, 0}, {0, leaf}, {leaf, leaf}};  // by the upper bits of a word
  const std::uint32_t slot_mask = (1U << slot_bits) - 1;
  Pair leaves = {node_bits(never_right, 2), node_bits(never_right, 3)};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::uint32_t word = nodes[i].word;
    Pair children;
    std::memcpy(&children, unfolded + (word & slot_mask), sizeof children);
    children ^= (children ^ leaves) & which_are_leaves[word / PackedNode::left_leaf];
    std::memcpy(slots + 2 * i + 2, &children, sizeof children);
    leaves += node_bits(0, 2);
  }
}

std::uint64_t next_slot(const UnfoldedNode* nodes, std::uint64_t slot, const std::uint32_t* keys) {
  const UnfoldedNode& node = nodes[slot];
  return std::uint64_t{node.left} + (node.threshold < keys[node.feature] ? 1 : 0);
}

/// One tile. Samples that arrive earlier stay at their leaves; those that need more steps are not there yet.
void traverse(const UnfoldedNode* nodes, std::size_t steps, const std::uint32_t* keys, std::uint64_t* slots) {
  const UnfoldedNode root = nodes[0];
  std::uint64_t at[tile_rows];
#pragma GCC unroll 16
  for (std::size_t row = 0; row < tile_rows; ++row)
    at[row] = std::uint64_t{root.left} + (root.threshold < keys[root.feature + row] ? 1 : 0);
  for (std::size_t step = 1; step < steps; ++step) {
#pragma GCC unroll 16
    for (std::size_t row = 0; row < tile_rows; ++row) at[row] = next_slot(nodes, at[row], keys + row);
  }
#pragma GCC unroll 16
  for (std::size_t row = 0; row < tile_rows; ++row) slots[row] = at[row];
}

/// Takes samples that are not at their leaves yet there, eight of any tiles at a time. A tile that waited for its last
/// sample would take those steps for all.
void finish(const UnfoldedNode* nodes, const SampleTiles& samples, std::span<const std::uint32_t> late,
            std::uint32_t* leaf) {
  constexpr std::size_t together = 8;
  for (std::size_t first = 0; first < late.size(); first += together) {
    const std::uint32_t* keys[together];
    std::uint64_t slots[together], moved = 0;
    std::uint32_t rows[together];
    for (std::size_t i = 0; i < together; ++i) {
      rows[i] = late[std::min(first + i, late.size() - 1)];
      keys[i] = samples.keys.data() + rows[i] / tile_rows * tile_rows * samples.features + rows[i] % tile_rows;
      slots[i] = leaf[rows[i]] + std::uint64_t{2};
    }
    do {
      moved = 0;
#pragma GCC unroll 8
      for (std::size_t i = 0; i < together; ++i) {
        const std::uint64_t next = next_slot(nodes, slots[i], keys[i]);
        moved |= next ^ slots[i];
        slots[i] = next;
      }
    } while (moved != 0);
    for (std::size_t i = 0; i < together; ++i) leaf[rows[i]] = static_cast<std::uint32_t>(slots[i] - 2);
  }
}

}  // namespace

/// The last tile is filled up with the last sample.
SampleTiles tiles_of(FloatRows samples, std::size_t rows, std::size_t features) {
  SampleTiles tiles{rows, features, {}};
  tiles.keys.resize((rows + tile_rows - 1) / tile_rows * tile_rows * features);
  std::uint32_t* to = tiles.keys.data();
  for (std::size_t first = 0; first < rows; first += tile_rows) {
    const float* row[tile_rows];
    for (std::size_t i = 0; i < tile_rows; ++i) row[i] = samples.x + std::min(first + i, rows - 1) * samples.stride;
    for (std::size_t j = 0; j < features; ++j)
      for (std::size_t i = 0; i < tile_rows; i += words, to += words) {
        const float x[words] = {row[i][j], row[i + 1][j], row[i + 2][j], row[i + 3][j]};
        Words bits;
        std::memcpy(&bits, x, sizeof bits);
        const Words keys = ordered(bits) & ~is_nan(bits);  // 0 is greater than no threshold
        std::memcpy(to, &keys, sizeof keys);
      }
  }
  return tiles;
}

bool worth_unfolding(const PackedView& forest, std::size_t tree, std::size_t rows) {
  const std::uint64_t nodes = forest.node_begin[tree + 1] - forest.node_begin[tree];
  return 2 * nodes + 2 <= max_slots && forest.features * tile_rows <= max_slots && nodes <= max_nodes_per_row * rows;
}

void unfold(const PackedView& forest, std::size_t tree, UnfoldedTree& out) {
  const std::uint64_t begin = forest.node_begin[tree], count = forest.node_begin[tree + 1] - begin;
  const std::span<const PackedNode> nodes = forest.nodes.subspan(begin, count);
  out.in_order.resize(count + 1);  // a node without children that split refers to any two
  unfold_nodes(nodes, forest.slot_bits, out.in_order.data());
  out.nodes.resize(2 * count + 2);
  std::memcpy(out.nodes.data(), out.in_order.data(), sizeof(UnfoldedNode));
  fill_slots(nodes, forest.slot_bits, out.in_order.data(), out.nodes.data());
}

std::size_t leaves_of_tiles(const UnfoldedTree& tree, const SampleTiles& samples, std::size_t steps,
                            const Needed& needed, std::span<std::uint32_t> leaf) {
  const UnfoldedNode* const nodes = tree.nodes.data();
  const PackedNode* next = needed.next_tree.data();
  const PackedNode* const end = next + needed.next_tree.size();
  std::vector<std::uint32_t> late(samples.rows + 1);
  std::size_t late_rows = 0;
  for (std::size_t row = 0; row < samples.rows; row += tile_rows) {
    std::uint64_t slots[tile_rows];
    traverse(nodes, steps, samples.keys.data() + row * samples.features, slots);
    const std::size_t here = std::min(tile_rows, samples.rows - row);
    for (std::size_t i = 0; i < here; ++i) {
      leaf[row + i] = static_cast<std::uint32_t>(slots[i] - 2);
      late[late_rows] = static_cast<std::uint32_t>(row + i);
      late_rows += nodes[slots[i]].left != slots[i] ? 1 : 0;
      __builtin_prefetch(needed.values + leaf[row + i] * needed.outputs, 0, 2);
    }
    for (std::size_t i = 0; i < here && next != end; ++i, next += nodes_per_line) __builtin_prefetch(next, 0, 2);
  }
  finish(nodes, samples, std::span(late).first(late_rows), leaf.data());
  return late_rows;
}

}  // namespace forewarp::learn::trees
