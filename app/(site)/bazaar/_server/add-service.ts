import { headers } from 'next/headers'
import { callerOf } from '@/lib/base/http/caller-mark'
import { surfaceLimits } from '@/lib/base/http/surface-limits'
import { isDomainError } from '@/lib/base/infra/domain-error'
import type { Check, Validation } from '@/lib/bazaar/crawl/validate-resource'
import type { ListingOutcome } from '@/lib/bazaar/entry/listing-outcome'
import { application } from '@/lib/site/compose/running'

export type ServiceCheck = Check

/** A person's request to list a service; nothing in it is verified. */
export type ServiceInput = {
  url: string
  method: string
  /** The name of an MCP server's tool; empty for anything else. */
  toolName: string
}

/** `isTooSoon`: the same request will work in a moment. */
export type ServiceRefusal = { kind: 'refused'; isTooSoon: boolean; reason: RefusalReason }

/** The message of `other` is the catalog's. */
type RefusalReason =
  | { kind: 'tooMany'; retryAfterSeconds: number }
  | { kind: 'tooSoon' | 'wholeAddress' }
  | { kind: 'other'; message: string }

/** Requests the address without payment and says what listing it would find; lists nothing. */
export async function checkService(input: ServiceInput): Promise<({ kind: 'checked' } & Validation) | ServiceRefusal> {
  return attempt(async () => {
    const { catalog } = await application()
    return { kind: 'checked', ...(await catalog.validate(namedIn(input))) }
  })
}

/** Lists the address if it proves itself, as the public probe endpoint does. */
export async function listService(
  input: ServiceInput,
): Promise<{ kind: 'listed'; outcome: ListingOutcome } | ServiceRefusal> {
  return attempt(async () => {
    const { catalog } = await application()
    return { kind: 'listed', outcome: await catalog.probe(namedIn(input)) }
  })
}

const namedIn = ({ toolName, ...input }: ServiceInput) => ({ ...input, ...(toolName !== '' && { toolName }) })

const tooSoon = { kind: 'refused', isTooSoon: true } as const

/** Every check calls another operator's server, so each caller has a low limit. */
async function attempt<T>(act: () => Promise<T>): Promise<T | ServiceRefusal> {
  const { relay } = await application()
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
      return { kind: 'refused', isTooSoon: false, reason: reasonOf(error.message) }
    }
    throw error
  }
}

/** The endpoint's own message is for programs that send JSON. */
const reasonOf = (message: string): RefusalReason =>
  message.startsWith('Expected') ? { kind: 'wholeAddress' } : { kind: 'other', message }
