// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/reproduction.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "papers/amaris2022_analytical/analytical.hpp"
#include "papers/amaris2022_learned/learned.hpp"
#include "papers/amaris2022_parameters/parameters.hpp"
#include "papers/braun2020/braun2020.hpp"
#include "papers/hasan2014/hardware.hpp"
#include "papers/hasan2014/waves.hpp"
#include "papers/stevens2020/stevens2020.hpp"
#include "papers/zigon2020/classes.hpp"
#include "papers/zigon2020/counters.hpp"
#include "papers/zigon2020/noise.hpp"
#include "papers/zigon2020/pairs.hpp"
#include "papers/zigon2020/tuned_pairs.hpp"

namespace forewarp::papers {

const std::vector<Part>& parts() {
  static const std::vector<Part> all = {
      {"hasan2014", "waves", "time over blocks and threads on a K20: Table 2, Figures 1 and 2", hasan2014::waves},
      {"hasan2014", "hardware", "the same launches measured on a device that is here", hasan2014::hardware},
      {"amaris2022", "analytical", "the BSP model with one constant: Tables 5, 7, 11, 12, and on other boards",
       amaris2022_analytical::analytical},
      {"amaris2022", "parameters", "what Eq. 3 takes, by hand and from profiles: Tables 4 and 6",
       amaris2022_parameters::parameters},
      {"amaris2022", "learned", "linear, SVM and forest on unseen GPUs and kernels: Tables 9 to 15, and ours",
       amaris2022_learned::learned},
      {"braun2020", "models", "the authors' published launches on T4 and K80: time and power", models},
      {"braun2020", "protocol",
       "nested cross-validation, hyper-parameters, latency, ablation, idle SMs: Tables 4-6, Figures 5-11", protocol},
      {"braun2020", "counts", "the features of our kernels beside CUDA Flux's of the tutorial's that do the same work",
       counts},
      {"braun2020", "modes", "features from one CTA or one warp against all threads, over the bundled kernels", modes},
      {"braun2020", "own", "the same protocol on what we measured ourselves, and every recipe by what is left out",
       own_protocol},
      {"braun2020", "spread", "how time and power scatter over ten repetitions: Figures 2 to 4", spread},
      {"braun2020", "devices", "our recipes on six kernels and ten GPUs: kernels and GPUs never seen", over_devices},
      {"braun2020", "aiwc", "104 kernels on 13 devices: models for kernels and devices never seen", aiwc},
      {"stevens2020", "example", "one parameter from two sets of measurement kernels: Figures 1 and 2",
       stevens2020::example},
      {"stevens2020", "overlap", "local memory behind global memory: Figure 5", stevens2020::overlap},
      {"stevens2020", "applications",
       "eight variants predicted from measurement kernels: Figures 6 to 9, Table 3, section 6.1.1",
       stevens2020::applications},
      {"zigon2020", "classes", "ten classes of kernels separated by their counters: Tables 1, 4, 5, Figure 3",
       zigon2020::classes},
      {"zigon2020", "noise", "the classifiers on counters that scatter as measured ones do", zigon2020::noise},
      {"zigon2020", "pairs", "advice checked by doing it: launches before and after one strategy", zigon2020::pairs},
      {"zigon2020", "measured", "the advice on measured configurations of tuned kernels that differ by one strategy",
       zigon2020::measured},
      {"zigon2020", "counters", "what counters of 9095 tuned configurations predict of their speed",
       zigon2020::counters},
  };
  return all;
}

Reproduction run(const Part& part, const Options& options) {
  Reproduction result = part.run(options);
  if (options.device.starts_with("emulated:"))
    for (Score& score : result.scores) score.synthetic = true;
  return result;
}

std::filesystem::path data_file(const Options& options, const std::filesystem::path& name, std::string_view source) {
  if (!options.data)
    throw Unavailable(fmt::format(
        "{} is needed and no data directory is named: give --data DIR or set FOREWARP_DATA; it is published at {}",
        name.string(), source));
  std::filesystem::path file = *options.data / name;
  if (!std::filesystem::exists(file))
    throw Unavailable(fmt::format("{} is not there; it is published at {}", file.string(), source));
  return file;
}

}  // namespace forewarp::papers
