import { headers } from 'next/headers'
import { callerOf } from '@/lib/base/http/caller-mark'
import { surfaceLimits } from '@/lib/base/http/surface-limits'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { Validation } from '@/lib/bazaar/crawl/validate-resource'
import type { ListingOutcome } from '@/lib/bazaar/entry/listing-outcome'
import { running } from '@/lib/site/compose/running'

/** A person's request to list a service; nothing in it is verified. */
export type ServiceInput = { url: string; method: string }

/** `isTooSoon`: the same request will work in a moment. */
export type ServiceRefusal = { kind: 'refused'; isTooSoon: boolean; reason: RefusalReason }
type RefusalReason =
  | { kind: 'tooMany'; retryAfterSeconds: number }
  | { kind: 'tooSoon' | 'wholeAddress' }
  | { kind: 'other'; why: Sentence }

/** Requests the address without payment and says what listing it would find; lists nothing. */
export async function checkService(input: ServiceInput): Promise<({ kind: 'checked' } & Validation) | ServiceRefusal> {
  return attempt(input, async () => {
    const { catalog } = running('site')
    return { kind: 'checked', ...(await catalog.validate(input)) }
  })
}

/** Lists the address if it proves itself, as the public probe endpoint does. */
export async function listService(
  input: ServiceInput,
): Promise<{ kind: 'listed'; outcome: ListingOutcome } | ServiceRefusal> {
  return attempt(input, async () => {
    const { catalog } = running('site')
    return { kind: 'listed', outcome: await catalog.probe(input) }
  })
}

const tooSoon = { kind: 'refused', isTooSoon: true } as const

/** Every check calls another operator's server, so each caller has a low limit. */
async function attempt<T>({ url }: ServiceInput, act: () => Promise<T>): Promise<T | ServiceRefusal> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    return { kind: 'refused', isTooSoon: false, reason: { kind: 'wholeAddress' } }
  }
  const { relay } = running('site')
  const verdict = await relay.takeTurn({
    caller: `add:${callerOf(await headers())}`,
    requestsPerSecond: surfaceLimits.discovery.asksPerSecond,
  })
  if (verdict) {
    return { ...tooSoon, reason: { kind: 'tooMany', retryAfterSeconds: verdict.retryAfterSeconds } }
  }
  try {
    return await act()
  } catch (error) {
    if (isDomainError(error) && error.code === 'PROBE_TOO_SOON') {
      return { ...tooSoon, reason: { kind: 'tooSoon' } }
    }
    if (isDomainError(error) && error.code === 'INVALID_URL') {
      const why = error.sentence ?? say('plain', { text: error.message })
      return { kind: 'refused', isTooSoon: false, reason: { kind: 'other', why } }
    }
    throw error
  }
}
