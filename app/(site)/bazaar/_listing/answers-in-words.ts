import type { Listing } from '@/lib/bazaar/browse/listing'
import type { BadgeState } from '@/lib/site/ui/badge'
import { type BazaarTexts, checksInWords, healthInWords, percentInWords } from '../_components/facts-in-words'

/** Whether it answers, in a few words: how often and how fast it was seen to answer. */
export function answersInWords(t: BazaarTexts, listing: Listing): { state: BadgeState; text: string } {
  const { verification, health } = listing
  const { badge, text } = healthInWords(t, { ...listing, lastProbedAt: health.lastProbedAt })
  if (verification === 'dead') return { state: 'refused', text: checksInWords(t, verification) }
  if (verification !== 'live' || health.uptime30d === null) return { state: badge, text }
  const share = percentInWords(t, health.uptime30d)
  return {
    state: badge,
    text: health.latencyMs === null ? share : t('card.shareAndTime', { share, count: String(health.latencyMs) }),
  }
}
