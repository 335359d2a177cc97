import type { Adjustment } from '../entry/ranking'

type Signals = { quality: number; isSuspect: boolean; trust: number; isDead: boolean }

const QUALITY_SHARE = 0.12
const SUSPECT_FACTOR = 0.08
const DEAD_FACTOR = 0.3

/** Quality moves a score by an eighth at most, so popularity cannot replace fit. Look-outs and death sink it. */
export function adjustScore(
  score: number,
  { quality, isSuspect, trust, isDead }: Signals,
): { score: number; adjustments: Adjustment[] } {
  const adjustments: Adjustment[] = [{ reason: 'quality', factor: 1 - QUALITY_SHARE + QUALITY_SHARE * quality }]
  if (isSuspect) adjustments.push({ reason: 'suspect', factor: SUSPECT_FACTOR })
  if (trust < 1) adjustments.push({ reason: 'look_outs', factor: trust })
  if (isDead && !isSuspect) adjustments.push({ reason: 'dead', factor: DEAD_FACTOR })
  return { score: adjustments.reduce((product, { factor }) => product * factor, score), adjustments }
}
