// What turns numbers into bins, as Python hands it over.
#pragma once

#include <memory>

#include "relevance/discretizer.hpp"

namespace driftsift {

struct Binning {
  std::unique_ptr<Discretizer> prototype;
};

}  // namespace driftsift
