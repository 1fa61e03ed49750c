// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/runtime/launch_saver.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/runtime/clusters.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::runtime {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t chunk_bytes = 1 << 16;
constexpr std::size_t max_buffers = 4096;  ///< what a launch.toml can name
constexpr std::size_t max_name = 40;

/// "void ns::step<float>(float*)" -> "step".
std::string short_name(const std::string& name) {
  constexpr std::string_view unnamed = "(anonymous namespace)::";
  const std::size_t begin = name.rfind(unnamed) == std::string::npos ? 0 : name.rfind(unnamed) + unnamed.size();
  std::string_view text = std::string_view(name).substr(begin);
  text = text.substr(0, text.find_first_of("(<"));
  text.remove_prefix(std::min(text.size(), text.find_last_of(" :") + 1));
  std::string out;
  for (const char c : text.substr(0, max_name))
    out += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
  return out.empty() ? "kernel" : out;
}

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "\"";
}

bool is_zero(const std::byte* data, std::uint64_t bytes) {
  return bytes == 0 || (data[0] == std::byte{0} && std::memcmp(data, data + 1, bytes - 1) == 0);
}

/// Sizes without signs, as launch.toml names types.
std::string_view type_name(ptx::Type type) {
  switch (ptx::size_of(type)) {
    case 1:
      return "u8";
    case 2:
      return "u16";
    case 4:
      return "u32";
    default:
      return "u64";
  }
}

template <typename Real>
std::string real_text(std::uint64_t word) {
  Real value{};
  std::memcpy(&value, &word, sizeof value);
  if (!std::isfinite(value)) throw InputError("an argument is not finite, which launch.toml cannot say");
  return fmt::format("{:.17e}", static_cast<double>(value));
}

std::string scalar_text(ptx::Type type, std::uint64_t word) {
  if (type == ptx::Type::f32) return fmt::format("scalar = \"f32\"\nvalue = {}\n", real_text<float>(word));
  if (type == ptx::Type::f64) return fmt::format("scalar = \"f64\"\nvalue = {}\n", real_text<double>(word));
  const auto number = static_cast<std::int64_t>(word);
  if (number < 0) return fmt::format("scalar = \"s64\"\nvalue = {}\n", number);
  return fmt::format("scalar = \"{}\"\nvalue = {}\n", type_name(type), number);
}

/// Words of four bytes, then what is left.
std::string struct_text(const std::vector<std::byte>& bytes) {
  std::vector<std::string> members;
  std::size_t at = 0;
  for (std::uint32_t word = 0; at + sizeof word <= bytes.size(); at += sizeof word) {
    std::memcpy(&word, bytes.data() + at, sizeof word);
    members.push_back(fmt::format("\"u32:{}\"", word));
  }
  for (; at < bytes.size(); ++at) members.push_back(fmt::format("\"u8:{}\"", std::to_integer<unsigned>(bytes[at])));
  return fmt::format("struct = [{}]\n", fmt::join(members, ", "));
}

/// Chunks of zeros are left out: the file has holes there.
class SparseFile {
 public:
  explicit SparseFile(const fs::path& path)
      : path_(path), file_(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644)) {
    if (file_ < 0) fail();
  }
  ~SparseFile() { close(file_); }
  SparseFile(const SparseFile&) = delete;
  SparseFile& operator=(const SparseFile&) = delete;

  void write(std::uint64_t at, const std::byte* data, std::uint64_t bytes) {
    while (bytes > 0) {
      const ssize_t done = pwrite(file_, data, bytes, static_cast<off_t>(at));
      if (done <= 0) fail();
      at += static_cast<std::uint64_t>(done);
      data += done;
      bytes -= static_cast<std::uint64_t>(done);
    }
  }
  void resize(std::uint64_t bytes) {
    if (ftruncate(file_, static_cast<off_t>(bytes)) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const { throw InputError(fmt::format("{}: {}", path_.string(), std::strerror(errno))); }
  fs::path path_;
  int file_;
};

}  // namespace

LaunchSaver::LaunchSaver(SaverOptions options, Arena& arena) : options_(std::move(options)), arena_(arena) {
  if (active()) draft_ = options_.folder / fmt::format(".launch-{}", getpid());
}

LaunchSaver::~LaunchSaver() { drop(); }

void LaunchSaver::charge(std::uint64_t bytes) {
  draft_bytes_ += bytes;
  if (bytes_ + draft_bytes_ > options_.max_bytes)
    throw InputError(fmt::format("with it, more than {} bytes would be saved (--save-limit)", options_.max_bytes));
}

/// What the launch may reach: all memory where it follows pointers that lie in memory; and always the variables of its
/// module, whose addresses its code has.
std::vector<const Allocation*> LaunchSaver::reached(const LaunchRequest& r, const emu::MemoryUse& use) {
  std::set<const Allocation*> all;
  const bool any = use.reads_any || use.changes_any;
  if (any)
    for (const auto& [address, a] : arena_.all()) all.insert(&a);
  const auto add = [&](std::uint64_t address) {
    if (const Allocation* a = arena_.find(address)) all.insert(a);
  };
  for (const emu::MemoryUse::Buffer& b : use.buffers) add(b.address);
  for (const auto& [name, address] : r.kernel->module->places()) add(address);
  for (const auto& bytes : r.arguments)
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data() + at, sizeof word);
      add(word);
    }
  if (all.size() > max_buffers)
    throw InputError(fmt::format("it may reach {} buffers, at most {} are saved", all.size(), max_buffers));
  std::vector<const Allocation*> out(all.begin(), all.end());
  std::ranges::sort(out, {}, &Allocation::address);
  return out;
}

/// The file with the allocation's bytes; empty where all are zero.
std::string LaunchSaver::memory_file(const Allocation& a) {
  const auto [known, is_new] = files_.try_emplace(a.address());
  if (!is_new) return known->second;
  std::optional<SparseFile> file;
  for (std::uint64_t at = 0; at < a.bytes; at += chunk_bytes) {
    const std::uint64_t bytes = std::min(chunk_bytes, a.bytes - at);
    if (is_zero(a.data + at, bytes)) continue;
    charge(bytes);
    if (!file) {
      known->second = fmt::format("memory-{}.bin", files_.size() - 1);
      file.emplace(draft_ / known->second);
    }
    file->write(at, a.data + at, bytes);
  }
  if (file) file->resize(a.bytes);
  return known->second;
}

/// The keys of a buffer with its address.
std::string LaunchSaver::place_text(const Allocation& a) {
  const std::string file = memory_file(a);
  std::string text = fmt::format("buffer = \"u8\"\ncount = {}\naddress = {:#x}\n", a.bytes, a.address());
  if (a.kind == MemoryKind::host || a.kind == MemoryKind::registered) text += "host = true\n";
  return file.empty() ? text : text + fmt::format("fill = {{ kind = \"file\", path = \"{}\" }}\n", file);
}

std::string LaunchSaver::argument_text(const LaunchRequest& r, std::size_t index) {
  const ptx::Variable& parameter = r.kernel->function->parameters[index];
  const std::vector<std::byte>& bytes = r.arguments[index];
  std::string text = fmt::format("\n[[argument]]\nname = {}\n", toml_text(parameter.name));
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), std::min(sizeof word, bytes.size()));
  const Allocation* a = bytes.size() == sizeof word ? arena_.find(word) : nullptr;
  if (a) return text + place_text(*a) + fmt::format("offset = {}\n", word - a->address());
  if (parameter.is_array) return text + struct_text(bytes);
  return text + scalar_text(parameter.type, word);
}

void LaunchSaver::write_code(const Module& module) {
  draft_module_ = &module;
  const auto known = codes_.find(&module);
  std::error_code failed;
  if (known != codes_.end()) fs::create_hard_link(known->second, draft_ / "kernel.ptx", failed);
  if (known != codes_.end() && !failed) return;
  charge(module.text().size());
  write_file(draft_ / "kernel.ptx", module.text());
}

void LaunchSaver::write_files(const LaunchRequest& r, const emu::MemoryUse& use) {
  const Module& module = *r.kernel->module;
  std::string text = fmt::format(
      "# A launch of a program, with its memory (forewarp exec --save).\n"
      "description = {}\nsource = \"kernel.ptx\"\nentry = {}\ngrid = [{}, {}, {}]\nblock = [{}, {}, {}]\n"
      "dynamic_shared_bytes = {}\n",
      toml_text(r.kernel->name), toml_text(r.kernel->entry()), r.grid.x, r.grid.y, r.grid.z, r.block.x, r.block.y,
      r.block.z, r.dynamic_shared_bytes);
  if (const auto cluster = cluster_of(r))
    text += fmt::format("cluster = [{}, {}, {}]\n", cluster->x, cluster->y, cluster->z);
  write_code(module);
  for (std::size_t i = 0; i < r.arguments.size(); ++i) text += argument_text(r, i);
  std::set<std::uint64_t> named;  // addresses that the text contains
  for (const auto& bytes : r.arguments)
    if (std::uint64_t word = 0; bytes.size() == sizeof word) {
      std::memcpy(&word, bytes.data(), sizeof word);
      if (const Allocation* a = arena_.find(word)) named.insert(a->address());
    }
  for (const auto& [name, address] : module.places()) {
    const Allocation* a = arena_.find(address);
    if (!a || a->bytes == 0) continue;
    named.insert(address);
    text += fmt::format("\n[[constant]]\nname = {}\n{}", toml_text(name), place_text(*a));
  }
  for (const Allocation* a : reached(r, use))
    if (a->bytes > 0 && !named.contains(a->address()))
      text += fmt::format("\n[[memory]]\nname = {}\n{}", toml_text(a->name), place_text(*a));
  charge(text.size());
  write_file(draft_ / "launch.toml", text);
}

void LaunchSaver::write(const LaunchRequest& r, const emu::MemoryUse& use) {
  if (!active()) return;
  drop();
  try {
    fs::create_directory(draft_);
    write_files(r, use);
    drafted_ = true;
  } catch (const std::exception& e) {
    notes_.push_back(fmt::format("a launch of {} is not saved: {}", r.kernel->shown, e.what()));
    drop();
  }
}

/// Another process of the program may have a launch of this number and name.
void LaunchSaver::keep(std::size_t id, const std::string& name) {
  if (!drafted_) return;
  fs::path target = options_.folder / fmt::format("{:02}-{}", id, short_name(name));
  if (fs::exists(target)) target += fmt::format("-{}", getpid());
  std::error_code failed;
  fs::rename(draft_, target, failed);
  if (failed) {
    notes_.push_back(fmt::format("a launch of {} is not saved: {}: {}", name, target.string(), failed.message()));
    drop();
    return;
  }
  codes_.emplace(draft_module_, target / "kernel.ptx");
  bytes_ += draft_bytes_;
  drafted_ = false;
  draft_bytes_ = 0;
  files_.clear();
}

void LaunchSaver::drop() {
  if (!active()) return;
  std::error_code ignored;  // nothing there is as good
  fs::remove_all(draft_, ignored);
  drafted_ = false;
  draft_bytes_ = 0;
  files_.clear();
}

std::vector<std::string> LaunchSaver::take_notes() { return std::exchange(notes_, {}); }

}  // namespace forewarp::runtime
