import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'

/** Why something cannot be listed, or read as a listing. */
export type Rejected = { ok: false; status: 'rejected'; code: string; why: Sentence }

export type ListingOutcome = { status: 'success'; key: string } | { status: 'processing' } | Rejected

/** Plain English is for programs and stays so on pages. */
export const rejected = (code: string, why: Sentence | string): Rejected => ({
  ok: false,
  status: 'rejected',
  code,
  why: typeof why === 'string' ? say('plain', { text: why }) : why,
})

export function presentOutcome(outcome: ListingOutcome) {
  if (outcome.status !== 'rejected') return outcome
  const { status, code, why } = outcome
  return { status, code, rejectedReason: inEnglish(why) }
}
