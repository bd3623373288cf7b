#include "bindings/rooms.hpp"

NB_MODULE(_core, m) {
  m.doc() = "The native core: every loop that runs per instance.";
  driftsift::bind_data(m);
  driftsift::bind_streams(m);
  driftsift::bind_detectors(m);
  driftsift::bind_relevance(m);
  driftsift::bind_lookahead(m);
  driftsift::bind_learners(m);
  driftsift::bind_trees(m);
  driftsift::bind_rules(m);
  driftsift::bind_transformers(m);
  driftsift::bind_evaluation(m);
}
