// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "colour.hpp"
#include "command.hpp"
#include "forewarp/frontend/source/toolchain.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"

namespace forewarp::tool {
namespace {

/// One thing that is here or is not: what it is for, and how to get it.
struct Finding {
  std::string what;
  bool here = false;
  std::string found;  ///< version and path, or why it is not here
  std::string use;    ///< what it is for
  std::string remedy;
};

Finding compiler(const char* what, source::CompilerChoice choice, source::Language language, const char* use,
                 const char* remedy) {
  try {
    const source::Toolchain t = source::find_toolchain(choice, language);
    return {what, true, fmt::format("{}, {}", t.version, t.executable.string()), use, ""};
  } catch (const Error& e) {
    return {what, false, e.what(), use, remedy};
  }
}

Finding program(const std::string& name, const char* use, const char* remedy) {
  const auto path = find_program(name);
  if (path) return {name, true, path->string(), use, ""};
  return {name, false, "not on PATH", use, remedy};
}

Finding ptxas() {
  const auto nvcc = source::find_nvcc();
  const char* use = "how many registers a kernel really takes (else they are estimated)";
  if (nvcc && std::filesystem::exists(nvcc->parent_path() / "ptxas"))
    return {"ptxas", true, (nvcc->parent_path() / "ptxas").string(), use, ""};
  return program("ptxas", use, "install NVIDIA's CUDA toolkit");
}

/// Whether the driver lets users other than root read hardware counters.
Finding counters() {
  const char* use = "hardware counters by ncu (forewarp counters reads its CSV)";
  std::ifstream in("/proc/driver/nvidia/params");
  if (!in)
    return {"counters", false, "no NVIDIA driver", use,
            "on the machine with the GPU: ncu --csv --page raw PROGRAM > FILE, then forewarp counters --import FILE"};
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("RmProfilingAdminOnly:")) {
      const bool open = line.ends_with(" 0") || ::geteuid() == 0;
      return {"counters", open, line, use,
              open ? ""
                   : "as root: echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' > "
                     "/etc/modprobe.d/nvidia-profiling.conf, then reboot"};
    }
  return {"counters", false, "the driver does not report it", use, "run ncu as root"};
}

std::vector<Finding> hardware() {
  std::vector<Finding> findings;
  const run::Hardware here = run::list_hardware();
  for (const run::DeviceInfo& d : here.devices)
    findings.push_back({d.spec, true, fmt::format("{} ({})", d.name, d.platform.empty() ? d.driver : d.platform),
                        "running and calibrating (forewarp run)", ""});
  for (const run::Missing& m : here.missing)
    findings.push_back(
        {m.what, false, m.why, "running and calibrating on it",
         m.what == "OpenCL" ? "Debian: pocl-opencl-icd makes the CPU an OpenCL device" : "install NVIDIA's driver"});
  return findings;
}

Finding own_files() {
  try {
    return {"own data", true,
            fmt::format("{} devices, {}", device::shipped_devices().size(), shipped_file("devices").string()),
            "data sheets, kernels, papers", ""};
  } catch (const Error& e) {
    return {"own data", false, e.what(), "data sheets, kernels, papers",
            "set FOREWARP_HOME to the source tree or the share folder"};
  }
}

Finding data_of_others() {
  const char* directory = std::getenv("FOREWARP_DATA");
  const char* use = "reproducing papers from their authors' measurements (forewarp reproduce)";
  if (directory != nullptr && std::filesystem::is_directory(directory))
    return {"FOREWARP_DATA", true, directory, use, ""};
  return {"FOREWARP_DATA", false, directory == nullptr ? "not set" : fmt::format("{} is not a folder", directory), use,
          "forewarp reproduce PAPER names where its data are published (amaris2022, braun2020, stevens2020)"};
}

std::vector<Finding> examine() {
  std::vector<Finding> all;
  all.push_back(own_files());
  all.push_back(compiler("nvcc", source::CompilerChoice::nvcc, source::Language::cuda, "compiling .cu as NVIDIA does",
                         "install NVIDIA's CUDA toolkit, or do without: clang does it too"));
  all.push_back(compiler("clang", source::CompilerChoice::clang, source::Language::cuda,
                         "compiling .cu where there is no nvcc", "Debian: clang-19"));
  all.push_back(compiler("libclc", source::CompilerChoice::automatic, source::Language::opencl, "compiling .cl",
                         "Debian: clang-19 libclc-19"));
  all.push_back(ptxas());
  for (Finding& f : hardware()) all.push_back(std::move(f));
  all.push_back(counters());
  all.push_back(program("ncu", "counters of kernels on a GPU here", "install NVIDIA's Nsight Compute"));
  all.push_back(program("mpirun", "rank, evaluate and campaign on many machines", "Debian: openmpi-bin"));
  all.push_back(data_of_others());
  return all;
}

void print(const std::vector<Finding>& findings) {
  for (const Finding& f : findings) {
    const std::string word = fmt::format("{:<8}", f.here ? "here" : "missing");
    fmt::print("{} {:<14} {}\n", coloured(stdout, f.here ? Colour::green : Colour::yellow, word), f.what, f.found);
    if (!f.here) fmt::print("{:<23} for {}; {}\n", "", f.use, f.remedy);
  }
  fmt::print("\nPredictions need a kernel's PTX, or one of nvcc and clang to make it; nothing else.\n");
}

}  // namespace

void add_doctor_command(CLI::App& app) {
  const Command command = add_documented_command(app, "doctor", "check what this machine has and what is missing");
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json);
  command.callback([json] {
    const std::vector<Finding> findings = examine();
    if (!*json) return print(findings);
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const Finding& f : findings)
      rows.push_back({{"what", f.what}, {"here", f.here}, {"found", f.found}, {"for", f.use}, {"remedy", f.remedy}});
    fmt::print("{}\n", report::json_text(rows));
  });
}

}  // namespace forewarp::tool
