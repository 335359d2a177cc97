import type { Sentence } from '@/lib/base/sentences/sentence'

/** Parts of an operation that were not read, and whether buyers can call it without that. */
export type Losses = { unread: Sentence[]; isCallable: boolean }

const MAXIMUM_SENTENCES = 20

/** Notes what was not read. `isNeeded`: no call can be right without it. */
export function lose(losses: Losses, sentence: Sentence, isNeeded: boolean): void {
  if (losses.unread.length < MAXIMUM_SENTENCES) losses.unread.push(sentence)
  if (isNeeded) losses.isCallable = false
}
