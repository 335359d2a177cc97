import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'

export type Rejected = { status: 'rejected'; code: string; why: Sentence }

export type ListingOutcome = { status: 'success'; key: string } | { status: 'processing' } | Rejected

/** Plain English is for programs and stays so on pages. */
export const rejected = (code: string, why: Sentence | string): Rejected => ({
  status: 'rejected',
  code,
  why: typeof why === 'string' ? say('plain', { text: why }) : why,
})
export function presentOutcome(outcome: ListingOutcome) {
  if (outcome.status !== 'rejected') return outcome
  const { why, ...rest } = outcome
  return { ...rest, rejectedReason: inEnglish(why) }
}
