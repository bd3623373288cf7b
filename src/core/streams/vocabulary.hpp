// Texts numbered in the order of their first appearance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace driftsift {

class Vocabulary {
 public:
  static constexpr std::int32_t absent = -1;

  Vocabulary() = default;
  explicit Vocabulary(const std::vector<std::string>& words) {
    for (const auto& word : words) learn(word);
  }

  std::int32_t find(std::string_view word) const {
    const auto found = codes_.find(word);
    return found == codes_.end() ? absent : found->second;
  }

  std::int32_t learn(std::string_view word) {
    if (const auto known = find(word); known != absent) return known;
    const auto code = static_cast<std::int32_t>(words_.size());
    words_.emplace_back(word);
    codes_.emplace(words_.back(), code);
    return code;
  }

  const std::vector<std::string>& words() const { return words_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>{}(word); }
  };

  std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> codes_;
  std::vector<std::string> words_;
};

}  // namespace driftsift
