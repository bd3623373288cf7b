// The contract of every classifier.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>

#include "data/row.hpp"
#include "data/schema.hpp"
#include "data/state.hpp"

namespace driftsift {

// The index of the largest vote, of equals the first. Selected without branches: votes are hard to predict.
inline int largest(std::span<const double> votes) {
  std::size_t best = 0;
  double most = votes[0];
  for (std::size_t c = 1; c < votes.size(); ++c) {
    best = votes[c] > most ? c : best;
    most = votes[c] > most ? votes[c] : most;
  }
  return static_cast<int>(best);
}

class Learner;

// The labels and weights that belong to the rows of a block; a code of -1 is unknown, `weights` may be null.
struct Labels {
  const std::int32_t* codes = nullptr;
  const double* weights = nullptr;

  double weight(std::size_t i) const { return weights == nullptr ? 1.0 : weights[i]; }
  bool teachable(std::size_t i) const { return codes[i] >= 0 && weight(i) > 0.0; }

  void teach(Learner& learner, const Row& row, std::size_t i) const;
};

class Learner {
 public:
  virtual ~Learner() = default;

  // One non-negative vote per class, the largest (of equals: the first) is the prediction. All 0 while
  // nothing has been learned. Not const: learners keep scratch memory.
  virtual void votes(const Row& row, std::span<double> out) = 0;
  virtual void learn(const Row& row, int label, double weight) = 0;

  // The index of the largest vote, for learners that know it without making the votes.
  virtual int predict(const Row& row) {
    scratch_votes_.resize(static_cast<std::size_t>(classes()));
    votes(row, scratch_votes_);
    return largest(scratch_votes_);
  }

  // The prequential step in one call, for learners that can share work between its halves.
  virtual int predict_then_learn(const Row& row, int label, double weight) {
    const int prediction = predict(row);
    learn(row, label, weight);
    return prediction;
  }

  // Tests on every row of a block before learning it; either output may be null.
  virtual void step(const Block& block, const Labels& labels, std::int32_t* predictions, double* votes) {
    RowReader rows(block);
    for (std::size_t i = 0; i < block.rows; ++i) step_row(rows[i], i, labels, predictions, votes);
  }

  // Whether it knows enough of the rows to be heard; learners that weigh features do not while nothing is relevant.
  virtual bool informed() { return true; }

  virtual int classes() const = 0;
  virtual void grow(int classes) = 0;
  // An untrained learner with the same parameters for rows of another schema.
  virtual std::unique_ptr<Learner> fresh(const Schema& schema) const = 0;

  virtual void describe(State& state) = 0;
  virtual std::size_t size() const = 0;

  std::size_t bytes() {
    Measure measure;
    describe(measure);
    return measure.bytes + size() + static_cast<std::size_t>(classes()) * sizeof(double);
  }

 protected:
  void step_row(const Row& row, std::size_t i, const Labels& labels, std::int32_t* predictions, double* out) {
    const auto n = static_cast<std::size_t>(classes());
    if (out != nullptr) votes(row, {out + i * n, n});
    if (predictions != nullptr && labels.teachable(i))
      predictions[i] = predict_then_learn(row, labels.codes[i], labels.weight(i));
    else if (predictions != nullptr)
      predictions[i] = predict(row);
    else
      labels.teach(*this, row, i);
  }

 private:
  Buffer scratch_votes_;
};

inline void Labels::teach(Learner& learner, const Row& row, std::size_t i) const {
  if (teachable(i)) learner.learn(row, codes[i], weight(i));
}

}  // namespace driftsift
