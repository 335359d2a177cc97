import type { Adjustment } from '../entry/ranking'

type Signals = { quality: number; isSuspect: boolean; isDead: boolean }

const QUALITY_SHARE = 0.12
const SUSPECT_FACTOR = 0.08
const DEAD_FACTOR = 0.3

/** Quality moves a score by an eighth at most, so popularity cannot replace fit. Suspects and dead entries sink. */
export function adjustScore(
  score: number,
  { quality, isSuspect, isDead }: Signals,
): { score: number; adjustments: Adjustment[] } {
  const adjustments: Adjustment[] = [{ reason: 'quality', factor: 1 - QUALITY_SHARE + QUALITY_SHARE * quality }]
  if (isSuspect) adjustments.push({ reason: 'suspect', factor: SUSPECT_FACTOR })
  else if (isDead) adjustments.push({ reason: 'dead', factor: DEAD_FACTOR })
  return { score: adjustments.reduce((product, { factor }) => product * factor, score), adjustments }
}
