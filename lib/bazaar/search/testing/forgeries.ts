import type { JudgedSearch } from '@/development/bench/search-grade'
import type { Database } from '@/lib/base/infra/database'
import { countSettlements } from '@/lib/bazaar/ingest/count-settlements'
import { parseListing } from '@/lib/bazaar/ingest/parse-listing'
import { type Provenance, saveEntries } from '@/lib/bazaar/ingest/save-entries'

const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const addressOf = (index: number) => `0x${(0xbad0000 + index).toString(16).padStart(40, '0')}`

type Forgery = {
  kind: string
  url: string
  description: string
  payTo: string
  serviceName?: string
  tags?: string[]
  payers?: string[]
}

/**
 * Plants forged listings as an attacker could with real servers that answer 402 and paid settlements:
 * each is proven live. Returns key to kind.
 */
export async function plantForgeries(
  database: Database,
  now: Date,
  searches: JudgedSearch[],
): Promise<Map<string, string>> {
  const victims = await database.catalogEntry.findMany({
    where: { description: { not: null }, proseHash: { not: null } },
    include: { options: true },
    orderBy: { id: 'asc' },
  })
  const described = victims.filter(({ description }) => (description ?? '').split(/\s+/).length >= 6)
  const forgeries = [
    ...stuffed(searches),
    ...copied(described.filter((_, index) => index % Math.ceil(described.length / 80) === 0)),
    ...clones(searches),
    ...popular(searches),
    ...lookalikes(described.slice(0, 40)),
  ]
  const keys = new Map<string, string>()
  for (let start = 0; start < forgeries.length; start += 100) {
    const batch = forgeries.slice(start, start + 100)
    const items = batch.map((forgery) => ({ draft: toDraft(forgery), provenance: proven(forgery) }))
    const saved = await saveEntries(database, items, now)
    const byKey = new Map(saved.map(({ key, id }) => [key, id]))
    for (const [index, { draft }] of items.entries()) {
      const forgery = batch[index]
      const entryId = byKey.get(draft.key)
      if (!forgery || entryId === undefined) continue
      keys.set(draft.key, forgery.kind)
      for (const [number, payer] of (forgery.payers ?? []).entries())
        await pay(database, now, { entryId, forgery, payer, number })
    }
  }
  return keys
}

const proven = ({ url }: Forgery): Provenance => ({
  source: 'settled',
  sourceLabel: 'settlement',
  verification: 'live',
  probeUrl: url,
})

function toDraft({ url, description, payTo, serviceName, tags }: Forgery) {
  const parsed = parseListing({
    resource: url,
    method: 'GET',
    type: 'http',
    x402Version: 2,
    description,
    serviceName,
    tags,
    accepts: [{ scheme: 'exact', network: 'eip155:8453', amount: '1', asset: USDC, payTo, maxTimeoutSeconds: 60 }],
    discoveryInfo: { input: { type: 'http', method: 'GET' } },
  })
  if (!parsed.ok) throw new Error(`Expected a forgery that parses, got ${parsed.code}`)
  return parsed.draft
}

async function pay(
  database: Database,
  now: Date,
  { entryId, forgery, payer, number }: { entryId: bigint; forgery: Forgery; payer: string; number: number },
) {
  const terms = { network: 'eip155:8453', payer, payTo: forgery.payTo, amountAtomic: 1n, settledAt: now }
  await database.$transaction((tx) => countSettlements(tx, [{ key: `0x${entryId}${number}`, entryId, ...terms }], now))
}

/** Search words again and again, in prose, name, tags and address. */
const stuffed = (searches: JudgedSearch[]): Forgery[] =>
  searches.map(({ query }, index) => ({
    kind: 'stuffed',
    url: `https://best-${index}.example-seo.com/${slug(query)}`,
    description: `${query}. ${`best ${query}, `.repeat(12)}`,
    payTo: addressOf(index),
    serviceName: ascii(query),
    tags: query.split(/\s+/).slice(0, 5).map(ascii),
  }))

type Victim = { description: string | null; resource: string; serviceName: string | null; tags: string[]; host: string }

/** Word for word, on another host, for another payee; every second one with some words changed. */
const copied = (victims: Victim[]): Forgery[] =>
  victims.map((victim, index) => ({
    kind: 'copied',
    url: `https://copy${index}.cheap-mirror.net${new URL(victim.resource).pathname}`,
    description: index % 2 === 0 ? (victim.description ?? '') : `${victim.description} Now with instant answers.`,
    payTo: addressOf(1_000 + index),
    ...(victim.serviceName && { serviceName: victim.serviceName }),
    tags: victim.tags,
  }))

/** Five hundred listings of one host that differ by a number. */
const clones = (searches: JudgedSearch[]): Forgery[] =>
  Array.from({ length: 500 }, (_, index) => {
    const { query } = searches[index % searches.length] ?? { query: 'weather' }
    return {
      kind: 'clone',
      url: `https://clones.example-farm.com/${slug(query)}/${index}`,
      description: `Fast and reliable API for everything agents need today, served from the edge with low latency (${index})`,
      payTo: addressOf(2_000),
      serviceName: ascii(query),
    }
  })

/** Plausible words and a hundred payments each, from the seller's own wallets that it also pays back. */
const popular = (searches: JudgedSearch[]): Forgery[] =>
  searches.slice(0, 40).map(({ query }, index) => {
    const payTo = addressOf(3_000 + index)
    return {
      kind: 'fake popularity',
      url: `https://popular${index}.example-hype.com/v1/${slug(query)}`,
      description: `Service for ${query}`,
      payTo,
      payers: Array.from({ length: 12 }, () => payTo),
    }
  })

/** The honest address under a host that looks like it, with the honest text, paying another wallet. */
const lookalikes = (victims: Victim[]): Forgery[] =>
  victims.map((victim, index) => ({
    kind: 'payTo swap',
    url: `https://${victim.host.replace(/\./g, '-')}.example-pay.com${new URL(victim.resource).pathname}`,
    description: victim.description ?? '',
    payTo: addressOf(4_000 + index),
  }))

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'search'
const ascii = (text: string): string =>
  text
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 32)
    .trim() || 'service'
