// The loop that everything runs in: test on a row, then learn it, in order.
#pragma once

#include "learners/learner.hpp"

namespace driftsift {

// Predicts rows first.. and, when a row is predicted, learns the row `delay` places before it.
inline void predict_then_train_late(Learner& learner, const Block& block, const Labels& labels, std::size_t first,
                                    std::size_t delay, std::int32_t* predictions) {
  RowReader tested(block);
  RowReader learned(block);
  for (std::size_t i = first; i < block.rows; ++i) {
    *predictions++ = learner.predict(tested[i]);
    if (i >= delay) labels.teach(learner, learned[i - delay], i - delay);
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
