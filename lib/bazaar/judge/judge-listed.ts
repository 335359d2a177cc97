import { microDollars } from '../entry/assets'
import type { Entry } from '../entry/entry'
import { type Judgement, judge } from './judge'

/** The judgement of a listing by what is known of it, without asking its resource. */
export function judgeListed(entry: Entry): Judgement {
  const { verification, source, health, options, x402Version, resource, description } = entry
  // This site answers for its own.
  const isUp = verification === 'live' || source === 'own'
  const isDead = verification === 'dead'
  const answer = { status: null, problem: isDead ? 'unreachable' : null, latencyMs: health.latencyMs }
  return judge({
    probe: isUp || isDead ? answer : null,
    askedAt: health.lastProbedAt ?? entry.lastUpdatedAt,
    terms: {
      ...{ x402Version, resource, description },
      options: options.map(({ timeoutSeconds, ...option }) => ({
        ...option,
        payTo: option.payTo || null,
        microDollars: microDollars(option.network, option.asset, option.amountAtomic),
        maxTimeoutSeconds: timeoutSeconds,
      })),
    },
    refusal: null,
    ...{ entry, isListedOnly: true, mostPaid: new Map(), anyPath: null },
  })
}
