// SPDX-License-Identifier: MIT-0
// Scores as files; docs/scores.md describes them.
#pragma once

#include "battery/text.hpp"
#include "score/scores.hpp"

namespace batt {

/// What a score file tells.
struct ScoreReport {
    const std::vector<Program>& solvers;
    const Scores& scores;
    const std::vector<Prediction>& predictions;
    std::string policy;
};

/// Writes the scores as one JSON object, in blocks.
void write_scores_json(const ScoreReport& report, const TextSink& sink);
/// Writes a line for each solver and task, under a line of names.
void write_scores_csv(const ScoreReport& report, const TextSink& sink);

} // namespace batt
