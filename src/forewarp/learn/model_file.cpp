// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "forewarp/learn/checksum.hpp"
#include "forewarp/learn/model_header.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/mapped_file.hpp"

namespace forewarp::learn {
namespace {

constexpr char magic[8] = {'f', 'o', 'r', 'e', 'w', 'a', 'r', 'p'};

/// The first bytes of the file.
struct Start {
  char magic[8];
  std::uint64_t version, length, header_length, checksum;
};
static_assert(sizeof(Start) == 40 && std::is_trivially_copyable_v<Start>);

std::size_t payload_at(std::size_t header_length) { return (sizeof(Start) + header_length + 63) / 64 * 64; }

/// Of everything but the checksum itself.
std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  return checksum(bytes.subspan(sizeof(Start)), checksum(bytes.first(offsetof(Start, checksum))));
}

Start start_of(std::span<const std::byte> bytes, Trust trust) {
  Start start{};
  if (bytes.size() < sizeof start || std::memcmp(bytes.data(), magic, sizeof magic) != 0)
    throw InputError("is not a forewarp model");
  std::memcpy(&start, bytes.data(), sizeof start);
  if (start.version != model_file_version)
    throw InputError(
        fmt::format("is a model of version {}; this forewarp reads version {}", start.version, model_file_version));
  if (start.length != bytes.size())
    throw InputError(fmt::format("has {} bytes of {}: it was truncated or altered", bytes.size(), start.length));
  if (start.header_length > bytes.size() - sizeof start || payload_at(start.header_length) > bytes.size())
    throw InputError("was altered: its header does not fit into it");
  if (trust == Trust::nothing && start.checksum != checksum_of(bytes))
    throw InputError("was altered: its checksum is not that of its bytes");
  return start;
}

ModelFile parse(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, Trust trust) {
  const Start start = start_of(bytes, trust);
  ModelHeader header = parse_header({reinterpret_cast<const char*>(bytes.data()) + sizeof start, start.header_length});
  Reader in(bytes.subspan(payload_at(start.header_length)), std::move(owner), trust);
  Pipeline pipeline = Pipeline::read(std::move(header.spec), std::move(header.classes), in);
  if (!in.done()) throw InputError("has bytes after its model");
  return {std::move(pipeline), std::move(header.notes)};
}

}  // namespace

std::string training_digest(const Samples& samples, const Target& target) {
  std::string bytes;
  const auto text = [&](const std::string& s) { bytes += fmt::format("{}:{};", s.size(), s); };
  const auto numbers = [&](std::span<const double> v) {
    bytes.append(reinterpret_cast<const char*>(v.data()), v.size_bytes());
  };
  for (const std::string& name : samples.names()) text(name);
  numbers(samples.values());
  numbers(target.values);
  for (const std::string& name : target.classes) text(name);
  return digest(bytes);
}

std::vector<std::byte> model_bytes(const Pipeline& pipeline, const ModelNotes& notes) {
  const std::string header = header_text(pipeline, notes);
  Writer payload;
  pipeline.write(payload);
  std::vector<std::byte> bytes(payload_at(header.size()) + payload.bytes().size());
  Start start{{}, model_file_version, bytes.size(), header.size(), 0};
  std::memcpy(start.magic, magic, sizeof magic);
  std::memcpy(bytes.data(), &start, sizeof start);
  std::memcpy(bytes.data() + sizeof start, header.data(), header.size());
  std::ranges::copy(payload.bytes(), bytes.begin() + static_cast<std::ptrdiff_t>(payload_at(header.size())));
  reseal(bytes);
  return bytes;
}

void reseal(std::span<std::byte> bytes) {
  if (bytes.size() < sizeof(Start)) return;
  Start start{};
  std::memcpy(&start, bytes.data(), sizeof start);
  start.length = bytes.size();
  std::memcpy(bytes.data(), &start, sizeof start);
  start.checksum = checksum_of(bytes);
  std::memcpy(bytes.data(), &start, sizeof start);
}

ModelFile model_from(std::span<const std::byte> bytes, std::shared_ptr<const void> owner, std::string_view name,
                     Trust trust) {
  try {
    return parse(bytes, std::move(owner), trust);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", name, error.what()));
  }
}

void write_model(const std::filesystem::path& path, const Pipeline& pipeline, const ModelNotes& notes) {
  const std::vector<std::byte> bytes = model_bytes(pipeline, notes);
  write_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

ModelFile read_model(const std::filesystem::path& path, Trust trust) {
  MappedBytes mapped = map_file(path);
  return model_from(mapped.bytes, std::move(mapped.owner), path.string(), trust);
}

}  // namespace forewarp::learn
