// Keeps a fixed set of features.
#pragma once

#include "transformers/transformer.hpp"

namespace driftsift {

class Subset final : public Transformer {
 public:
  Subset(const Schema& schema, std::vector<std::int32_t> features) : schema_(schema), selection_(schema.dimension()) {
    selection_.choose(std::move(features));
  }

  Change observe(const Row&, int, double) override { return Change::unchanged; }
  bool fixed() const override { return true; }
  Row project(const Row& row) override { return selection_.project(row); }
  Schema projected() const override { return schema_.select(selection_.features()); }

  void grow(int classes) override { schema_.classes = classes; }
  std::unique_ptr<Transformer> fresh(const Schema& schema) const override {
    return std::make_unique<Subset>(schema, selection_.features());
  }

  void describe(State& state) override {
    const auto features = selection_.features();
    state.child("selection", [this](State& inner) { selection_.describe(inner); });
    state.expect(selection_.features() == features, "selection", "is not the subset of the parameters");
    state.scratch(schema_.categories.capacity() * sizeof(std::int32_t));
  }
  std::size_t size() const override { return sizeof(*this); }

 private:
  Schema schema_;
  Selection selection_;
};

}  // namespace driftsift
