// One function per room; module.cpp calls them all.
#pragma once

#include <nanobind/nanobind.h>

namespace driftsift {

void bind_data(nanobind::module_& m);
void bind_streams(nanobind::module_& m);
void bind_detectors(nanobind::module_& m);
void bind_relevance(nanobind::module_& m);
void bind_lookahead(nanobind::module_& m);
void bind_learners(nanobind::module_& m);
void bind_trees(nanobind::module_& m);
void bind_rules(nanobind::module_& m);
void bind_transformers(nanobind::module_& m);
void bind_evaluation(nanobind::module_& m);

}  // namespace driftsift
