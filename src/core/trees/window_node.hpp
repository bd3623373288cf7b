// A node that counts the rows of a window which came to it: what CVFDT is made of.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "trees/criterion.hpp"
#include "trees/row_coding.hpp"

namespace driftsift {

// Class weights by code of every feature. Rows whose feature has the code of 0 are counted by subtraction.
class WindowCounts {
 public:
  WindowCounts(const RowCoding& coding, std::size_t features, std::size_t classes)
      : classes_(classes), weight_(classes), cells_(coding.cells() * classes), away_(features * classes) {}

  // Counts a row; with a negative weight it is taken off again.
  void add(const RowCoding& coding, const CodedRow& row, std::size_t label, double weight) {
    shift(weight_[label], weight);
    for (std::size_t k = 0; k < row.features.size(); ++k) {
      const auto f = static_cast<std::size_t>(row.features[k]);
      shift(away_[f * classes_ + label], weight);
      if (row.codes[k] != RowCoding::kMissing) shift(cells_[coding.cell(f, row.codes[k]) * classes_ + label], weight);
    }
  }

  const Buffer& weight() const { return weight_; }

  // The class weights of a feature, code by code.
  void table(const RowCoding& coding, std::size_t f, Buffer& out) const {
    const auto first = coding.cell(f, 0) * classes_;
    out.assign(cells_.begin() + static_cast<std::ptrdiff_t>(first),
               cells_.begin() + static_cast<std::ptrdiff_t>(first + coding.codes(f) * classes_));
    double* base = &out[static_cast<std::size_t>(coding.base(f)) * classes_];
    for (std::size_t c = 0; c < classes_; ++c) base[c] = std::max(weight_[c] - away_[f * classes_ + c], 0.0);
  }

  void grow(std::size_t classes) {
    weight_.resize(classes);
    for (auto* table : {&cells_, &away_}) *table = widened(*table, classes_, classes);
    classes_ = classes;
  }

  void describe(State& state) {
    state.amounts("weight", weight_);
    state.amounts("cells", cells_);
    state.amounts("away", away_);
  }

 private:
  static void shift(double& amount, double by) { amount = std::max(amount + by, 0.0); }

  std::size_t classes_;
  Buffer weight_;
  Buffer cells_;  // [cell][class]
  Buffer away_;   // [feature][class], rows whose code is not that of 0
};

struct WindowNode {
  // How the node does as an alternative of another one.
  struct Contest {
    std::int64_t takes_part = 0;  // whether it was there when the test began
    double right = 0.0;
    double least_gap = std::numeric_limits<double>::infinity();
  };

  WindowNode(std::int64_t birth, const RowCoding& coding, std::size_t features, std::size_t classes)
      : born(birth), counts(coding, features, classes) {}

  bool is_leaf() const { return children.empty(); }

  WindowNode& child(const std::vector<std::int32_t>& codes) {
    const auto code = codes[static_cast<std::size_t>(feature)];
    if (code == RowCoding::kMissing) return children[missing_child];
    return children[cut < 0 ? static_cast<std::size_t>(code) : code <= cut ? 0 : 1];
  }

  // The class weights of the last node a row comes to that has any; none if none has.
  const Buffer* known(const std::vector<std::int32_t>& codes) {
    const Buffer* found = nullptr;
    for (auto* node = this;; node = &node->child(codes)) {
      if (merit::sum(node->counts.weight()) > 0.0) found = &node->counts.weight();
      if (node->is_leaf()) return found;
    }
  }

  // Visits the nodes of the subtree, parents first, alternatives after the children they would replace.
  template <class Visit>
  void each(Visit visit) {
    visit(*this);
    for (auto& node : children) node.each(visit);
    for (auto& node : alternatives) node.each(visit);
  }

  std::int64_t born;  // the number of the first row it can have counted
  WindowCounts counts;
  double since_try = 0.0;

  std::int32_t feature = 0;
  std::int32_t cut = -1;  // the last bin of the first child; -1: one child per category
  std::size_t missing_child = 0;
  double merit = 0.0;                // when the test was chosen
  std::vector<WindowNode> children;  // none: a leaf

  std::vector<WindowNode> alternatives;
  std::int64_t reached = 0;  // rows of this cycle
  double tested = 0.0;       // weight of the rows of this test
  double right = 0.0;
  Contest contest;
};

}  // namespace driftsift
