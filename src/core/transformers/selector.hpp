// What all dynamic selectors share: the features chosen, the projection that follows from them, and what happened.
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "transformers/transformer.hpp"

namespace driftsift {

// Which features pass while none is chosen.
enum class OnEmpty : std::uint8_t { all, keep, prior };

enum class SelectionKind : std::int32_t { selected, reselected, grown, drift };
enum class SelectionReason : std::int32_t {
  window_full,
  crossed,
  overtaken,
  settling,
  alarm,
  stump,
  chunk,
  concept_change,
  look,
  broken
};

struct SelectionEvent {
  std::int64_t row = 0;  // learned rows until then, the one that caused it included
  SelectionKind kind = SelectionKind::selected;
  SelectionReason why = SelectionReason::window_full;
  std::vector<std::int32_t> selected;
  std::vector<std::int32_t> causes;
};

// The last events of a selector, oldest first.
class SelectionHistory {
 public:
  void begin_with(std::vector<std::int32_t> features) { before_ = std::move(features); }

  void record(SelectionEvent event) {
    if (events_.size() == kMost) {
      before_ = std::move(events_.front().selected);
      events_.erase(events_.begin());
    }
    events_.push_back(std::move(event));
  }

  // What was selected last, and what was that was not empty.
  const std::vector<std::int32_t>& latest() const { return events_.empty() ? before_ : events_.back().selected; }
  const std::vector<std::int32_t>& latest_not_empty() const {
    const auto found =
        std::find_if(events_.rbegin(), events_.rend(), [](const auto& e) { return !e.selected.empty(); });
    return found == events_.rend() ? before_ : found->selected;
  }

  void describe(State& state, std::size_t dimension) {
    if (state.measuring()) return measure(state);
    const auto begun_with = before_;
    std::vector<std::int64_t> rows, selected_ends, causes_ends;
    std::vector<std::int32_t> kinds, whys, selected, causes;
    for (const auto& event : events_) {
      rows.push_back(event.row);
      kinds.push_back(static_cast<std::int32_t>(event.kind));
      whys.push_back(static_cast<std::int32_t>(event.why));
      selected.insert(selected.end(), event.selected.begin(), event.selected.end());
      causes.insert(causes.end(), event.causes.begin(), event.causes.end());
      selected_ends.push_back(static_cast<std::int64_t>(selected.size()));
      causes_ends.push_back(static_cast<std::int64_t>(causes.size()));
    }
    state.field("before", before_);
    for (auto f : before_) state.expect(f >= 0 && static_cast<std::size_t>(f) < dimension, "before", "is out of range");
    state.field("rows", rows);
    state.field("kinds", kinds);
    state.field("whys", whys);
    state.field("selected", selected);
    state.field("selected_ends", selected_ends);
    state.field("causes", causes);
    state.field("causes_ends", causes_ends);
    if (!state.loading()) return;
    const auto n = rows.size();
    state.expect(
        n <= kMost && kinds.size() == n && whys.size() == n && selected_ends.size() == n && causes_ends.size() == n,
        "history", "does not fit together");
    events_.clear();
    for (std::size_t i = 0; i < n; ++i) {
      state.expect(rows[i] > 0 && (i == 0 || rows[i - 1] <= rows[i]), "rows", "are not in order");
      state.expect(kinds[i] >= 0 && kinds[i] <= static_cast<std::int32_t>(SelectionKind::drift), "kinds",
                   "are unknown");
      state.expect(whys[i] >= 0 && whys[i] <= static_cast<std::int32_t>(SelectionReason::broken), "whys",
                   "are unknown");
      events_.push_back({rows[i], static_cast<SelectionKind>(kinds[i]), static_cast<SelectionReason>(whys[i]),
                         part(state, selected, selected_ends, i, dimension),
                         part(state, causes, causes_ends, i, dimension)});
    }
    state.expect(n == kMost || before_ == begun_with, "before", "is not what was selected at first");
    state.expect(n == 0 ? selected.empty() && causes.empty()
                        : selected_ends.back() == static_cast<std::int64_t>(selected.size()) &&
                              causes_ends.back() == static_cast<std::int64_t>(causes.size()),
                 "history", "does not fit together");
  }

 private:
  static constexpr std::size_t kMost = 10'000;

  static std::vector<std::int32_t> part(const State& state, const std::vector<std::int32_t>& all,
                                        const std::vector<std::int64_t>& ends, std::size_t i, std::size_t dimension) {
    const auto begin = i == 0 ? 0 : ends[i - 1];
    state.expect(begin >= 0 && begin <= ends[i] && ends[i] <= static_cast<std::int64_t>(all.size()), "history",
                 "does not fit together");
    std::vector<std::int32_t> features(all.begin() + begin, all.begin() + ends[i]);
    for (auto f : features)
      state.expect(f >= 0 && static_cast<std::size_t>(f) < dimension, "features", "are out of range");
    return features;
  }

  void measure(State& state) const {
    std::size_t bytes = before_.size() * sizeof(std::int32_t);
    for (const auto& event : events_)
      bytes += sizeof(event) + (event.selected.size() + event.causes.size()) * sizeof(std::int32_t);
    state.scratch(bytes);
  }

  std::vector<std::int32_t> before_;  // what was selected before the first of them
  std::vector<SelectionEvent> events_;
};

class Selector : public Transformer {
 public:
  Selector(const Schema& schema, OnEmpty on_empty)
      : schema_(schema), on_empty_(on_empty), selection_(schema.dimension()) {
    selection_.choose(everything());
  }

  Row project(const Row& row) override { return selection_.project(row); }
  Schema projected() const override { return schema_.select(selection_.features()); }

  void grow(int classes) override { schema_.classes = classes; }

  void describe(State& state) override {
    state.field("row", row_);
    state.field("started", started_);
    state.expect(row_ >= 0 && (started_ | 1) == 1, "row and started", "are out of range");
    describe_features(state, "chosen", chosen_);
    describe_features(state, "last", last_);
    state.child("selection", [this](State& inner) { selection_.describe(inner); });
    state.expect(selection_.features() == projection(), "selection", "is not what was chosen");
    state.child("history", [this](State& inner) { history_.describe(inner, schema_.dimension()); });
    state.expect(chosen_ == history_.latest() && last_ == history_.latest_not_empty(), "chosen",
                 "is not what the history ends with");
    state.scratch(schema_.categories.size() * sizeof(std::int32_t));
  }

 protected:
  const Schema& schema() const { return schema_; }
  std::size_t dimension() const { return schema_.dimension(); }
  OnEmpty on_empty() const { return on_empty_; }
  const std::vector<std::int32_t>& chosen() const { return chosen_; }
  bool ever_chose() const { return !last_.empty(); }
  bool is_chosen(std::size_t f) const {
    return std::binary_search(chosen_.begin(), chosen_.end(), static_cast<std::int32_t>(f));
  }

  // The number of the row that is observed, from 1.
  std::int64_t row() const { return row_; }
  void next_row() { ++row_; }

  // Takes over a choice of features in ascending order.
  Change adopt(std::vector<std::int32_t> features, SelectionKind kind, SelectionReason why,
               std::vector<std::int32_t> causes = {}) {
    started_ = 1;
    if (features != chosen_) {
      if (kind == SelectionKind::reselected && last_.empty()) kind = SelectionKind::selected;
      history_.record({row_, kind, why, features, std::move(causes)});
      chosen_ = std::move(features);
      if (!chosen_.empty()) last_ = chosen_;
    }
    auto passing = projection();
    if (passing == selection_.features()) return Change::unchanged;
    selection_.choose(std::move(passing));
    return Change::changed;
  }

  // Without an event: what is chosen before the first row.
  void begin_with(std::vector<std::int32_t> features) {
    started_ = 1;
    history_.begin_with(features);
    chosen_ = std::move(features);
    if (!chosen_.empty()) last_ = chosen_;
    selection_.choose(projection());
  }

 private:
  std::vector<std::int32_t> everything() const {
    std::vector<std::int32_t> all(schema_.dimension());
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  std::vector<std::int32_t> projection() const {
    if (started_ == 0) return everything();
    if (!chosen_.empty()) return chosen_;
    if (on_empty_ == OnEmpty::prior) return {};
    return on_empty_ == OnEmpty::keep && !last_.empty() ? last_ : everything();
  }

  void describe_features(State& state, const char* name, std::vector<std::int32_t>& features) {
    if (state.measuring()) return state.scratch(features.size() * sizeof(std::int32_t));
    state.field(name, features);
    for (std::size_t i = 0; i < features.size(); ++i)
      state.expect(features[i] >= 0 && static_cast<std::size_t>(features[i]) < schema_.dimension() &&
                       (i == 0 || features[i - 1] < features[i]),
                   name, "are not ascending columns");
  }

  Schema schema_;
  OnEmpty on_empty_;
  std::int64_t row_ = 0;
  std::int64_t started_ = 0;  // whether anything was chosen yet, be it nothing
  std::vector<std::int32_t> chosen_;
  std::vector<std::int32_t> last_;  // the last choice that was not empty
  Selection selection_;
  SelectionHistory history_;
};

}  // namespace driftsift
