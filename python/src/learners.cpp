// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>

#include "bindings.hpp"
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/model_file.hpp"
#include "forewarp/learn/validation/task.hpp"
#include "forewarp/support/error.hpp"
#include "residual_range.hpp"
#include "work.hpp"

namespace forewarp::python {
namespace nb = nanobind;
namespace {

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

learn::Samples samples_of(const Rows& rows) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < rows.shape(1); ++j) names.push_back(fmt::format("x{}", j));
  learn::Samples samples(std::move(names), rows.shape(0));
  for (std::size_t j = 0; j < rows.shape(1); ++j)
    for (std::size_t i = 0; i < rows.shape(0); ++i) samples.feature(j)[i] = rows(i, j);
  return samples;
}

/// A NumPy array that owns its numbers.
nb::object array_of(std::vector<double> values, std::size_t columns = 0) {
  auto* owned = new std::vector<double>(std::move(values));
  const nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  const std::size_t rows = columns == 0 ? owned->size() : owned->size() / columns;
  const std::size_t shape[] = {rows, columns};
  return nb::cast(nb::ndarray<nb::numpy, double>(owned->data(), columns == 0 ? 1 : 2, shape, owner));
}

struct FitRequest {
  std::string learner;
  std::map<std::string, std::string> settings;
  std::string transform;  ///< "usual" or "none"
  std::optional<double> level;
  std::uint64_t seed = 0;
  unsigned threads = 0;
};

learn::PipelineSpec spec_of(const FitRequest& request, const validate::Task& task) {
  validate::Recipe recipe = validate::usual_recipe(request.learner);
  if (request.transform == "none") recipe.features = recipe.target = learn::Transform::identity;
  return validate::pipeline_spec(task, request.learner, request.settings, recipe);
}

/// A pipeline that Python holds.
class Model {
 public:
  explicit Model(learn::Pipeline pipeline) : pipeline_(std::move(pipeline)) {}

  /// Of classes their probabilities, row by row.
  [[nodiscard]] nb::object predict(const Rows& rows) const {
    const std::size_t columns = pipeline_.classes().size();
    std::vector<double> out;
    {
      const nb::gil_scoped_release released;
      for (std::size_t i = 0; i < rows.shape(0); ++i) {
        const learn::Answer answer = pipeline_.predict({&rows(i, 0), rows.shape(1)});
        if (columns == 0) out.push_back(answer.value);
        out.insert(out.end(), answer.probabilities.begin(), answer.probabilities.end());
      }
    }
    return array_of(std::move(out), columns);
  }

  [[nodiscard]] std::pair<nb::object, nb::object> range(const Rows& rows) const {
    std::vector<double> low, high;
    {
      const nb::gil_scoped_release released;
      if (!pipeline_.range()) throw InputError("the model has no range: give level when it is made");
      for (std::size_t i = 0; i < rows.shape(0); ++i) {
        const learn::Answer answer = pipeline_.predict({&rows(i, 0), rows.shape(1)});
        low.push_back(answer.low.value_or(answer.value));
        high.push_back(answer.high.value_or(answer.value));
      }
    }
    return {array_of(std::move(low)), array_of(std::move(high))};
  }

  /// For each row whether some feature lies outside the training rows.
  [[nodiscard]] std::vector<bool> outside(const Rows& rows) const {
    std::vector<bool> out;
    for (std::size_t i = 0; i < rows.shape(0); ++i)
      out.push_back(!pipeline_.outside({&rows(i, 0), rows.shape(1)}).empty());
    return out;
  }

  [[nodiscard]] nb::object importances() const { return array_of(pipeline_.predictor().importances()); }

  [[nodiscard]] nb::bytes bytes() const {
    const std::vector<std::byte> file = learn::model_bytes(pipeline_, {});
    return nb::bytes(file.data(), file.size());
  }

  /// A model file is read where it lies, on a boundary of 64 bytes.
  [[nodiscard]] static Model from_bytes(const nb::bytes& file) {
    constexpr std::align_val_t boundary{64};
    const std::shared_ptr<std::byte> owner(static_cast<std::byte*>(::operator new(file.size(), boundary)),
                                           [](std::byte* p) { ::operator delete (p, std::align_val_t{64}); });
    std::memcpy(owner.get(), file.data(), file.size());
    return Model(learn::model_from({owner.get(), file.size()}, owner).pipeline);
  }

  void save(const std::string& path) const { learn::write_model(path, pipeline_, {}); }

 private:
  learn::Pipeline pipeline_;
};

Model fit(const FitRequest& request, const Rows& rows, const Numbers& target, const std::vector<std::string>& classes) {
  validate::Task task;
  task.samples = samples_of(rows);
  task.target.values.assign(target.data(), target.data() + target.size());
  task.target.classes = classes;
  task.target_name = "y";
  return unlocked([&](Progress* progress) {
    const learn::LearnerEntry& entry = learn::find_learner(request.learner);
    if (classes.empty() ? !entry.regression : !entry.classification)
      throw InputError(fmt::format("{} does not learn {}", request.learner, classes.empty() ? "numbers" : "classes"));
    const learn::PipelineSpec spec = spec_of(request, task);
    const learn::FitOptions options{.seed = request.seed, .threads = request.threads, .progress = progress};
    learn::Pipeline pipeline = learn::Pipeline::fit(spec, task.samples, task.target, options);
    if (request.level) pipeline.set_range(residual_range(spec, task.samples, task.target, options, *request.level));
    if (progress->cancelled()) throw Interrupted();
    return Model(std::move(pipeline));
  });
}

nb::list learner_list() {
  nb::list all;
  for (const learn::LearnerEntry& entry : learn::learners()) {
    nb::dict one;
    one["name"] = std::string(entry.name);
    one["summary"] = std::string(entry.summary);
    one["regression"] = entry.regression;
    one["classification"] = entry.classification;
    nb::dict settings;
    for (const learn::ParameterSpec& p : entry.parameters)
      settings[std::string(p.name).c_str()] = std::string(p.fallback);
    one["settings"] = settings;
    all.append(one);
  }
  return all;
}

}  // namespace

void bind_learners(nb::module_& module) {
  nb::class_<Model>(module, "Model")
      .def("predict", &Model::predict)
      .def("range", &Model::range)
      .def("outside", &Model::outside)
      .def("importances", &Model::importances)
      .def("to_bytes", &Model::bytes)
      .def_static("from_bytes", &Model::from_bytes)
      .def("save", &Model::save);
  module.def(
      "fit",
      [](std::string learner, std::map<std::string, std::string> settings, std::string transform,
         std::optional<double> level, std::uint64_t seed, unsigned threads, const Rows& rows, const Numbers& target,
         const std::vector<std::string>& classes) {
        return fit({std::move(learner), std::move(settings), std::move(transform), level, seed, threads}, rows, target,
                   classes);
      },
      nb::arg("learner"), nb::arg("settings"), nb::arg("transform"), nb::arg("level").none(), nb::arg("seed"),
      nb::arg("threads"), nb::arg("rows"), nb::arg("target"), nb::arg("classes"));
  module.def("learners", &learner_list);
}

}  // namespace forewarp::python
