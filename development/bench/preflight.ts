import { createHash } from 'node:crypto'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { formatAtomic } from '@/lib/base/x402/money'
import { judgeListed } from '@/lib/bazaar/browse/listing'
import { loadEntries } from '@/lib/bazaar/browse/load-entries'
import type { Entry } from '@/lib/bazaar/entry/entry'
import { withShippedListings } from './with-shipped-listings'

const MOST_OF_A_HOST = 3
const READ = 200

/**
 * Prints 200 of the real listings that the project ships, at most three of a host, with the preflight's verdict and
 * reasons, to be read by hand. Nobody asks their sellers: each is judged as if it answered with what it lists.
 */
await withShippedListings(async (database) => {
  const rows = await database.catalogEntry.findMany({ where: { status: 'listed' }, select: { id: true, key: true } })
  const mixed = rows.toSorted((one, other) => (digest(one.key) < digest(other.key) ? -1 : 1))
  const entries = await loadEntries(
    database,
    mixed.map(({ id }) => id),
  )
  const seen = new Map<string, number>()
  const chosen = entries.filter(({ host }) => {
    seen.set(host, (seen.get(host) ?? 0) + 1)
    return (seen.get(host) ?? 0) <= MOST_OF_A_HOST
  })
  const counts: Record<string, number> = {}
  for (const [at, entry] of chosen.slice(0, READ).entries()) {
    const { verdict, reasons } = judgeListed({ ...entry, verification: 'live' })
    counts[verdict] = (counts[verdict] ?? 0) + 1
    console.log(`\n${at + 1} ${verdict}  ${entry.key}\n  ${pricesOf(entry)}\n  ${textOf(entry)}`)
    for (const { effect, code, text } of reasons)
      if (effect !== 'good') console.log(`  ${effect} ${code}: ${inEnglish(text)}`)
  }
  console.log(`\n${JSON.stringify(counts)}`)
})

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

function textOf({ serviceName, description }: Entry): string {
  return `${serviceName ? `[${serviceName}] ` : ''}${description ?? '(no text)'}`.replace(/\s+/g, ' ').slice(0, 400)
}

function pricesOf({ options, x402Version }: Entry): string {
  const prices = options.map(({ scheme, network, amountAtomic, coin, asset, payTo }) => {
    const amount = amountAtomic === null ? '?' : coin ? formatAtomic(amountAtomic, coin.decimals) : String(amountAtomic)
    return `${scheme} ${amount} ${coin?.symbol ?? (asset || '?')} on ${network || '?'} to ${payTo.slice(0, 10) || '?'}`
  })
  return `${prices.join(' | ')}${x402Version === null ? '' : ` (v${x402Version})`}`
}
