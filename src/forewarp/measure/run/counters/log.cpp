// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/counters/log.hpp"

#include <cstdio>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::run {
namespace {

// The file is read back by its marks alone. An entry is the opening line, the profiler's CSV, and
// one closing line; only a closing line makes it valid, so a process that is killed in between
// loses one entry and damages none.
constexpr std::string_view mark = "==FOREWARP== ", begin_mark = "==FOREWARP== counters of \"",
                           digest_mark = "\" digest ", device_mark = " device \"", end_mark = "==FOREWARP== end",
                           failed_mark = "==FOREWARP== failed: ";

/// Nothing in a name may end its line or look like a mark.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return line;
}

/// The job's name is written by the user and may contain anything, even the text of a mark; device
/// names come from drivers. So the line is searched from its right end: first the device, then the
/// digest before it, and what remains is the job. In
///
///     ==FOREWARP== counters of "a" digest 1" digest 3f device "NVIDIA H200"
///
/// the job is a" digest 1. The last two conditions refuse lines in which two marks share
/// characters.
std::optional<CounterEntry> opened_by(std::string_view line) {
  const std::size_t device = line.rfind(device_mark), digest = line.rfind(digest_mark, device);
  if (!line.starts_with(begin_mark) || !line.ends_with('"') || device == std::string_view::npos ||
      digest == std::string_view::npos || digest < begin_mark.size() || device < digest + digest_mark.size())
    return std::nullopt;
  CounterEntry entry;
  entry.job = line.substr(begin_mark.size(), digest - begin_mark.size());
  entry.digest = line.substr(digest + digest_mark.size(), device - digest - digest_mark.size());
  entry.device = line.substr(device + device_mark.size(), line.size() - 1 - device - device_mark.size());
  return entry;
}

/// Reads entry after entry; `end` is where the last whole one ends.
class Reader {
 public:
  Reader(std::string_view text, const std::string& file_name) : text_(text), where_{file_name, 0, 0} { read(); }
  std::vector<CounterEntry> entries;
  std::size_t end = 0;

 private:
  void read() {
    std::optional<CounterEntry> open;
    for (std::size_t from = 0, stop = 0; (stop = text_.find('\n', from)) != std::string_view::npos; from = stop + 1) {
      const std::string_view line = text_.substr(from, stop - from);
      ++where_.line;
      if (!open) {
        if (!(open = opened_by(line))) throw ParseError(where_, "not a line of a file of counters");
      } else if (line == end_mark || line.starts_with(failed_mark)) {
        if (line != end_mark) open->why = line.substr(failed_mark.size());
        keep(*std::exchange(open, std::nullopt));
        end = stop + 1;
      } else {
        if (line.starts_with(mark)) throw ParseError(where_, "an entry begins within another");
        open->text.append(line).append("\n");
      }
    }
  }
  /// A later entry of the same job replaces the earlier one in its place: a job that failed first
  /// and was taken on the next start is there once, and the order of the file is kept.
  void keep(CounterEntry entry) {
    const auto [at, is_new] = index_.try_emplace(entry.job, entries.size());
    if (is_new)
      entries.push_back(std::move(entry));
    else
      entries[at->second] = std::move(entry);
  }

  std::string_view text_;
  SourceLocation where_;
  std::map<std::string, std::size_t> index_;
};

void append(const std::filesystem::path& file, std::string_view text) {
  std::FILE* out = std::fopen(file.c_str(), "ab");
  // Flushed before add() returns: the next launch may take the process with it.
  const bool written =
      out != nullptr && std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0;
  if (out == nullptr || std::fclose(out) != 0 || !written) throw InputError(file.string() + ": cannot be written");
}

}  // namespace

std::vector<CounterEntry> parse_counter_log(std::string_view text, const std::string& file_name) {
  return Reader(text, file_name).entries;
}

CounterLog::CounterLog(std::filesystem::path file) : file_(std::move(file)) {
  append(file_, "");
  const std::string text = read_file(file_);
  const Reader reader(text, file_.string());
  // Cut off by a kill: taken away, or the next entry would begin within this one.
  if (reader.end < text.size()) write_file(file_, std::string_view(text).substr(0, reader.end));
  for (const CounterEntry& entry : reader.entries) jobs_[entry.job] = {entry.digest, !entry.why.empty()};
}

bool CounterLog::has(const std::string& job, const std::string& digest, bool retry) const {
  const auto found = jobs_.find(one_line(job));
  return found != jobs_.end() && found->second.first == digest && !(retry && found->second.second);
}

void CounterLog::add(const CounterEntry& entry) {
  std::string text = fmt::format("{}{}{}{}{}{}\"\n", begin_mark, one_line(entry.job), digest_mark, entry.digest,
                                 device_mark, one_line(entry.device));
  for (std::size_t from = 0; from < entry.text.size();) {
    const std::size_t stop = std::min(entry.text.find('\n', from), entry.text.size());
    const std::string_view line = std::string_view(entry.text).substr(from, stop - from);
    // ncu's own messages begin with "==" like our marks; none of them is a part of the CSV.
    if (!line.starts_with("==")) text.append(line).append("\n");
    from = stop + 1;
  }
  text += entry.why.empty() ? end_mark : failed_mark;
  text += one_line(entry.why);
  text += '\n';
  append(file_, text);
  jobs_[one_line(entry.job)] = {entry.digest, !entry.why.empty()};
}

}  // namespace forewarp::run
