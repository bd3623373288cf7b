// The loop that everything runs in: test on a row, then learn it, in order.
#pragma once

#include "learners/learner.hpp"

namespace driftsift {

// `labels` and `weights` belong to all rows of the block; a label of -1 is unknown, `weights` may be null.
struct Labels {
  const std::int32_t* codes = nullptr;
  const double* weights = nullptr;

  void teach(Learner& learner, const Row& row, std::size_t i) const {
    const double weight = weights == nullptr ? 1.0 : weights[i];
    if (codes[i] >= 0 && weight > 0.0) learner.learn(row, codes[i], weight);
  }
};

// Tests rows first.. and, when a row is tested, learns the row `delay` places before it. Either output may be null.
inline void test_then_train(Learner& learner, const Block& block, const Labels& labels, std::size_t first,
                            std::size_t delay, double* votes, std::int32_t* predictions) {
  RowReader tested(block);
  RowReader learned(block);
  const auto classes = static_cast<std::size_t>(learner.classes());
  for (std::size_t i = first; i < block.rows; ++i) {
    const Row row = tested[i];
    if (votes != nullptr) {
      learner.votes(row, {votes, classes});
      votes += classes;
    }
    if (predictions != nullptr) *predictions++ = learner.predict(row);
    if (delay == 0)
      labels.teach(learner, row, i);
    else if (i >= delay)
      labels.teach(learner, learned[i - delay], i - delay);
  }
}

inline void train(Learner& learner, const Block& block, const Labels& labels) {
  RowReader rows(block);
  for (std::size_t i = 0; i < block.rows; ++i) labels.teach(learner, rows[i], i);
}

inline void test(Learner& learner, const Block& block, double* votes, std::int32_t* predictions) {
  RowReader rows(block);
  const auto classes = static_cast<std::size_t>(learner.classes());
  for (std::size_t i = 0; i < block.rows; ++i) {
    const Row row = rows[i];
    if (votes != nullptr) learner.votes(row, {votes + i * classes, classes});
    if (predictions != nullptr) predictions[i] = learner.predict(row);
  }
}

}  // namespace driftsift
