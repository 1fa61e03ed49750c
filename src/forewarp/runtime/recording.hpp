// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a program did, as the stand-in runtime writes it down and forewarp exec reads it: one line of JSON for each
/// thing that ended. A program that is killed leaves whole lines and perhaps a part of one, which is ignored
/// (line_file.hpp).
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/runtime/launch_detail.hpp"
#include "forewarp/runtime/launcher.hpp"
#include "forewarp/runtime/line_file.hpp"
#include "forewarp/runtime/timeline.hpp"

namespace forewarp::runtime {

/// One operation on the device. times: by device.
struct Operation {
  enum class Kind : std::uint8_t { launch, copy, fill };
  Kind kind = Kind::launch;
  std::size_t distinct = 0;  ///< of a launch
  double factor = 1;         ///< of the distinct launch's time
  bool replayed = false;
  CopyKind copy = CopyKind::host_to_device;
  bool pinned = false;
  std::uint64_t bytes = 0;  ///< of a copy or fill
  StreamId stream = 0;
  int gpu = 0;  ///< ordinal
  std::vector<Interval> times;
};

/// The host waited in this call for the device. times: by device; of one that it did not wait for, an empty interval.
struct Wait {
  std::string call;
  std::vector<Interval> times;
};

/// An instruction of the program, as its files have it.
struct CodePlace {
  std::string file;
  std::uint64_t offset = 0;  ///< what addr2line takes
};

/// The call that allocated memory.
struct Origin {
  std::string call;           ///< "cudaMalloc"
  std::uint64_t ordinal = 0;  ///< 3: the third call of that name
  std::uint64_t bytes = 0;
  std::vector<CodePlace> callers;  ///< innermost first
};

/// What a check found, at all launches of a kernel together.
struct ProgramFinding {
  std::string check, kernel, place, source, message, who;
  std::uint64_t count = 1;  ///< occurrences; at least so many where the program did not end by itself
  std::string relation;     ///< "4 bytes behind the end of": which memory it is about; empty where none is known
  Origin origin;            ///< and who allocated that; no call: a variable or registered memory, called `memory`
  std::string memory;
};

/// How the host spent its time beside one device, seconds.
struct HostTime {
  double total_s = 0, waited_s = 0, called_s = 0;
  /// What it computed itself.
  [[nodiscard]] double computed_s() const { return total_s - waited_s - called_s; }
};

struct Recording {
  std::string program;
  int process = 0;
  std::vector<std::string> devices;
  std::vector<Distinct> distinct;  ///< by id
  std::vector<Operation> operations;
  std::vector<Wait> waits;
  std::vector<DeviceCode> codes;          ///< with Options::details
  std::vector<LaunchDetail> details;      ///< with Options::details: of each distinct launch
  std::vector<std::string> faults;        ///< kernels that went wrong
  std::vector<std::string> notes;         ///< for the reader of the summary
  std::vector<std::string> failed_calls;  ///< calls that failed, with the reason; each once
  std::vector<std::string> checks;        ///< that were asked for
  std::vector<ProgramFinding> findings;   ///< what they found, in the order of the first occurrences
  std::vector<HostTime> host;             ///< by device; empty where the program did not end by itself
  bool left = false;                      ///< without host: it ended with a status, but ran no exit handlers (_exit)
  double emulation_s = 0;                 ///< real seconds that launches took
  [[nodiscard]] bool ended() const { return !host.empty(); }
};

/// Writes lines as things happen.
class Recorder {
 public:
  /// Throws InputError where the file cannot be made.
  explicit Recorder(const std::filesystem::path& file) : file_(file) {}

  void begin(const std::string& program, const std::vector<std::string>& devices);
  void add(const Distinct& distinct);
  void add(const Operation& operation);
  void add(const Wait& wait);
  /// Codes are numbered in the order in which they are added.
  void add(const DeviceCode& code);
  void add_detail(std::size_t distinct, std::size_t code, const profile::Profile& profile);
  void fault(const std::string& text);
  void note(const std::string& text);
  void failed_call(const std::string& text);
  void checks(const std::vector<std::string>& names);
  void finding(const ProgramFinding& finding);
  /// Of a finding, by the order in which they were written.
  void finding_count(std::size_t finding, std::uint64_t count);
  void end(const std::vector<HostTime>& host, double emulation_s);
  /// Nothing more is written: a forked child must not write what its parent does.
  void abandon() { file_.abandon(); }

 private:
  void line(const std::string& text);
  LineFile file_;
};

/// Reads what a Recorder wrote. Throws InputError for a line that no Recorder writes.
[[nodiscard]] Recording read_recording(std::string_view text);

/// Of the launches that were run, not of those whose results were known.
[[nodiscard]] double emulated_thread_instructions(const Recording& recording);

[[nodiscard]] std::string_view name_of(CopyKind kind);

}  // namespace forewarp::runtime
