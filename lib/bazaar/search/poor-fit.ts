import type { Ranking } from '../entry/ranking'

/** A search whose best answer scores less has not really been answered. */
const WEAK_SCORE = 0.42
const WEAK_COVERAGE = 0.55
/** Standard deviations above the catalog's mean, from which on meaning answers a search without a shared word. */
const SURE_DEVIATION = 5

/** True if an entry shares too few of the words of a search to answer it. */
export const hasPoorWords = ({ coverage, score }: Pick<Ranking, 'coverage' | 'score'>): boolean =>
  coverage < WEAK_COVERAGE || score < WEAK_SCORE

/** True if an entry answers a search neither by its words nor by its meaning. */
export const isPoorFit = (ranking: Pick<Ranking, 'coverage' | 'score' | 'meaning'>): boolean =>
  hasPoorWords(ranking) && (ranking.meaning?.deviation ?? 0) < SURE_DEVIATION
