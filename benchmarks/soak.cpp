// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// `forewarp serve` and `forewarp exec` under load for a chosen time (./dev soak MINUTES).
///
/// Four clients ask the server without a pause: texts that it knows and new ones, sources that do not compile, the
/// page, bytes that are no HTTP, and connections that are given up. A worker of the server is killed (SIGKILL) twice a
/// minute. Beside them one program after the other runs under exec; every tenth has a kernel that writes out of bounds,
/// which must be reported. Printed: requests and answers that were not what they must be, what was lost with killed
/// workers, and the growth of memory and open files after the first fifth of the time.
///
/// Usage: soak [--json] [--minutes N] (60)
#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "client.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "forewarp/support/random.hpp"
#include "forewarp/support/temporary_folder.hpp"
#include "scoreboard.hpp"
#include "soak/server_process.hpp"

namespace {

using namespace forewarp;
using Clock = std::chrono::steady_clock;

constexpr int clients = 4, known_texts = 40;
constexpr auto pause_of_killer = std::chrono::seconds(30), pause_of_sampler = std::chrono::seconds(2);
constexpr double megabytes_allowed = 64;

/// What all threads count.
struct Tally {
  std::atomic<std::size_t> known{0}, fresh{0}, refused{0}, pages{0}, rubbish{0}, given_up{0};  ///< requests by kind
  std::atomic<std::size_t> wrong{0}, lost{0}, killed{0}, runs{0}, faults{0}, wrong_runs{0};
  std::mutex mutex;
  std::string first_wrong;  ///< what was wrong first, for the reader

  void note(std::atomic<std::size_t>& counter, const std::string& what) {
    ++counter;
    const std::lock_guard lock(mutex);
    if (first_wrong.empty()) first_wrong = what.substr(0, 300);
  }
  [[nodiscard]] std::size_t requests() const { return known + fresh + refused + pages + rubbish + given_up; }
};

/// One client. Its page has a name of its own, so that no other's question takes the place of its own.
class Client {
 public:
  Client(int port, int number, Tally& tally)
      : port_(port),
        page_(fmt::format("soak{}", number)),
        random_(1, static_cast<std::uint64_t>(number)),
        tally_(tally) {}

  void ask_once() {
    const std::uint64_t draw = random_.below(100);
    if (draw < 50) return ask(tally_.known, static_cast<int>(random_.below(known_texts)) + 2);
    if (draw < 65) return ask(tally_.fresh, 1000 + static_cast<int>(random_.below(1'000'000)));
    if (draw < 75) return ask_for_error();
    if (draw < 85) return get_page();
    if (draw < 93) return send_rubbish();
    give_up();
  }

 private:
  test::Received post(const std::string& question) {
    return test::send_bytes(port_, test::post_text(port_, page_, ++number_, question));
  }

  /// The answer has the page. Where its worker was killed it is an error of kind "limit", which names that cause, too.
  void ask(std::atomic<std::size_t>& counter, int factor) {
    ++counter;
    const test::Received got = post(test::scale_question(factor));
    const auto json = nlohmann::json::parse(got.body, nullptr, false);
    if (got.status == 200 && json.is_object() && json.contains("page")) return;
    if (lost_with_worker(got)) return;
    tally_.note(tally_.wrong, fmt::format("{} {}", got.status, got.body));
  }

  /// A source that does not compile is answered with the compiler's message.
  void ask_for_error() {
    ++tally_.refused;
    const test::Received got = post(test::scale_question(2, "int broken(;\n"));
    if (got.body.find("error") != std::string::npos && got.body.find("broken") != std::string::npos) return;
    if (lost_with_worker(got)) return;
    tally_.note(tally_.wrong, fmt::format("a broken source: {} {}", got.status, got.body));
  }

  void get_page() {
    ++tally_.pages;
    const test::Received got = test::send_bytes(port_, test::get_text(port_, "/"));
    if (got.status != 200) tally_.note(tally_.wrong, fmt::format("the page: {}", got.status));
  }

  /// Any bytes; they must not be taken for a question.
  void send_rubbish() {
    ++tally_.rubbish;
    std::string bytes(1 + random_.below(2000), ' ');
    for (char& c : bytes) c = static_cast<char>(random_.below(256));
    if (random_.below(2) == 0) bytes = "POST /api/answer HTTP/1.1\r\n" + bytes + "\r\n\r\n";
    if (const test::Received got = test::send_bytes(port_, bytes); got.status == 200)
      tally_.note(tally_.wrong, "bytes that are no HTTP were answered");
  }

  /// Half a question, and the connection ends.
  void give_up() {
    ++tally_.given_up;
    const std::string text = test::post_text(port_, page_, ++number_, test::scale_question(3));
    const test::Received got = test::send_bytes(port_, text.substr(0, text.size() / 2));
    if (got.status == 200) tally_.note(tally_.wrong, "half a question was answered");
  }

  bool lost_with_worker(const test::Received& got) {
    const auto json = nlohmann::json::parse(got.body, nullptr, false);
    if (!json.is_object() || json.value("kind", "") != "limit") return false;
    ++tally_.lost;
    return true;
  }

  int port_, number_ = 0;
  std::string page_;
  SplitMix random_;
  Tally& tally_;
};

constexpr const char* program = R"(#include <cstdlib>
#include <vector>
__global__ void add(float* x, int n, int beyond) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i + beyond] += 1;
}
int main(int, char** argv) {
  const int launches = std::atoi(argv[1]), beyond = std::atoi(argv[2]), n = 1 << 16;
  float* x;
  if (cudaMalloc(&x, n * sizeof(float)) != cudaSuccess) return 2;
  cudaMemset(x, 0, n * sizeof(float));
  for (int i = 0; i < launches; ++i) add<<<n / 256, 256>>>(x, n, beyond);
  std::vector<float> host(n);
  if (cudaMemcpy(host.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  cudaFree(x);
  return host[n - 1] == static_cast<float>(launches) ? 0 : 1;
}
)";

/// One program after the other, until it shall stop.
void run_programs(const TemporaryFolder& folder, const std::atomic<bool>& stop, Tally& tally) {
  const std::string built = folder / "add";
  const auto exec = [&](const std::vector<std::string>& more) {
    std::vector<std::string> command = {FOREWARP_TOOL, "exec", "--device", "V100"};
    command.insert(command.end(), more.begin(), more.end());
    return run_process(command, {.timeout_s = 300});
  };
  write_file(folder / "add.cu", program);
  if (const ProcessResult made = exec({"--build", folder / "add.cu", "-o", built}); made.exit_status != 0)
    return tally.note(tally.wrong_runs, "the program does not build: " + made.errors);
  while (!stop) {
    const bool faulty = ++tally.runs % 10 == 0;
    tally.faults += faulty ? 1 : 0;
    const ProcessResult ran = exec({built, "--", "50", faulty ? "100000000" : "0"});
    const bool reported = ran.exit_status == 3 && (ran.errors + ran.output).find("in no buffer") != std::string::npos;
    if (faulty ? !reported : ran.exit_status != 0)
      tally.note(tally.wrong_runs, fmt::format("exec: status {}: {}", ran.exit_status, ran.errors));
  }
}

/// Before, after, and the most between.
struct Growth {
  bench::ProcessState first, last;
  double most_mb = 0;
  void add(const bench::ProcessState& now, bool settled) {
    if (!settled || first.open_files == 0) first = now;
    last = now;
    most_mb = std::max(most_mb, now.resident_mb);
  }
};

/// Watches the server and kills a worker now and then. Returns when the time is up or the server has ended.
Growth watch(const bench::ServerProcess& server, double seconds, Tally& tally) {
  const auto begin = Clock::now();
  auto next_kill = begin + pause_of_killer;
  SplitMix random(2);
  Growth growth;
  const auto passed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  while (passed() < seconds && server.alive()) {
    const bench::ProcessState now = server.state();
    growth.add(now, passed() > seconds / 5);
    if (Clock::now() >= next_kill && !now.children.empty()) {
      ::kill(now.children[random.below(now.children.size())], SIGKILL);
      ++tally.killed;
      next_kill += pause_of_killer;
    }
    std::this_thread::sleep_for(pause_of_sampler);
  }
  return growth;
}

std::vector<bench::Row> rows_of(const Tally& t, const Growth& growth, double seconds, bool alive) {
  const auto lines = [&](const char* id, std::string what, const char* unit, double ours, double target,
                         std::string note) {
    return bench::Row{
        .id = id, .what = std::move(what), .unit = unit, .ours = ours, .target = target, .note = std::move(note)};
  };
  const auto files = [](const bench::ProcessState& s) { return static_cast<double>(s.open_files); };
  return {
      lines("soak.serve.wrong", fmt::format("serve: answers that were wrong in {:.1f} min", seconds / 60), "",
            static_cast<double>(t.wrong) + (alive ? 0 : 1), 0,
            fmt::format(
                "{} requests: {} known texts, {} new, {} that do not compile, {} pages, {} no HTTP, {} given up{}",
                t.requests(), t.known.load(), t.fresh.load(), t.refused.load(), t.pages.load(), t.rubbish.load(),
                t.given_up.load(), alive ? "" : "; the server ended")),
      lines("soak.serve.lost", "serve: answers lost with a worker that was killed", "", static_cast<double>(t.lost),
            static_cast<double>(t.killed),
            fmt::format("{} workers killed; the server asks a question again once whose worker ends", t.killed.load())),
      lines("soak.serve.memory", "serve: growth of the server's and its workers' resident memory", "MB",
            growth.last.resident_mb - growth.first.resident_mb, megabytes_allowed,
            fmt::format("{:.0f} MB after a fifth of the time, {:.0f} MB at the end, {:.0f} MB at most",
                        growth.first.resident_mb, growth.last.resident_mb, growth.most_mb)),
      lines(
          "soak.serve.files", "serve: growth of open files", "", files(growth.last) - files(growth.first), clients + 2,
          fmt::format("{} after a fifth of the time, {} at the end", growth.first.open_files, growth.last.open_files)),
      lines("soak.exec.wrong", "exec: programs that did not end as they must", "", static_cast<double>(t.wrong_runs), 0,
            fmt::format("{} programs of 50 launches, {} of them with a kernel out of bounds", t.runs.load(),
                        t.faults.load()))};
}

int soak(double minutes, bool json) {
  ::signal(SIGPIPE, SIG_IGN);
  const TemporaryFolder folder("soak");
  Tally tally;
  std::atomic<bool> stop = false;
  bench::ServerProcess server(FOREWARP_TOOL);
  std::vector<std::thread> threads;
  for (int i = 0; i < clients; ++i)
    threads.emplace_back([&, i] {
      for (Client client(server.port(), i, tally); !stop;) client.ask_once();
    });
  threads.emplace_back([&] { run_programs(folder, stop, tally); });
  const auto begin = Clock::now();
  const Growth growth = watch(server, 60 * minutes, tally);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  stop = true;
  for (std::thread& thread : threads) thread.join();
  const std::vector<bench::Row> rows = rows_of(tally, growth, seconds, server.alive());
  bench::print_rows(rows, json);
  if (!tally.first_wrong.empty()) fmt::print(stderr, "soak: wrong first: {}\n", tally.first_wrong);
  return std::ranges::all_of(rows, [](const bench::Row& r) { return r.met(); }) ? 0 : 1;
}

int run(int argc, char** argv) {
  double minutes = 60;
  bool json = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--json") {
      json = true;
    } else if (name == "--minutes" && i + 1 < argc) {
      minutes = std::strtod(argv[++i], nullptr);
    } else {
      throw InputError(fmt::format("'{}' is no option; there are --json and --minutes N", name));
    }
  }
  if (!(minutes > 0 && minutes <= 10'000)) throw InputError("--minutes: a number above 0, at most 10,000");
  return soak(minutes, json);
}

}  // namespace

int main(int argc, char** argv) { return bench::guarded("soak", run, argc, argv); }
