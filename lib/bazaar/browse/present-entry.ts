import { pick } from '@/lib/base/infra/database'
import { inEnglish } from '@/lib/base/sentences/in-english'
import type { Entry, EntryOption, Warning } from '../entry/entry'
import type { EntryList } from './list-entries'
import type { EntryDetail } from './load-entries'

export const presentEntries = (entries: Entry[]) => entries.map(presentEntry)

/**
 * Presents an entry on the wire, as stock clients of both generations read it, with this catalog's own findings.
 * Source: service spec 2.4 and the list endpoint's wire format.
 */
export function presentEntry(entry: Entry) {
  const { resource, type, x402Version, description, mimeType, serviceName, tags, iconUrl, extensions, input, output } =
    entry
  return {
    resource,
    type,
    ...(x402Version !== null && { x402Version }),
    accepts: entry.options.map((option) => presentOption(entry, option)),
    lastUpdated: entry.lastUpdatedAt.toISOString(),
    quality: presentQuality(entry),
    metadata: { ...entry.metadata, turnpike: presentFacts(entry) },
    ...(description !== null && { description }),
    ...(mimeType !== null && { mimeType }),
    ...(serviceName !== null && { serviceName }),
    ...(tags.length > 0 && { tags }),
    ...(iconUrl !== null && { iconUrl }),
    ...(extensions !== null && { extensions }),
    discoveryInfo: { input, ...(output !== null && { output }) },
  }
}

export const presentList = ({ items, ...rest }: EntryList) => ({
  x402Version: 2 as const,
  items: presentEntries(items),
  ...rest,
})

export const presentDetail = ({ entry, ...history }: EntryDetail) => {
  const { key, method, toolName, host } = entry
  return { entry: presentEntry(entry), key, method, toolName, host, ...history }
}

/** In both generations' terms: `amount` and `maxAmountRequired` are the same string. Unknown fields are absent. */
function presentOption(
  { resource, description, mimeType, input, output }: Entry,
  { scheme, network, amountAtomic, asset, payTo, timeoutSeconds, extra }: EntryOption,
) {
  const amount = amountAtomic?.toString()
  return {
    scheme,
    network,
    ...(amount !== undefined && { amount, maxAmountRequired: amount }),
    ...(asset !== '' && { asset }),
    ...(payTo !== '' && { payTo }),
    ...(timeoutSeconds !== null && { maxTimeoutSeconds: timeoutSeconds }),
    extra,
    resource,
    description: description ?? '',
    mimeType: mimeType ?? '',
    outputSchema: { input, output },
  }
}

/** Times become texts where they are sent. */
const presentFacts = (entry: Entry) => ({
  ...pick(entry, 'key', 'source', 'sourceLabel', 'verification', 'settlements', 'health', 'problems'),
  ...pick(entry, 'firstSeenAt', 'payeeChangedAt', 'priceChangedAt'),
  isMethodKnown: entry.type === 'mcp' || entry.method !== null,
  ...(entry.ranking && { ranking: entry.ranking }),
})

/** Calls paid for here, in the words of other catalogs, and what a buyer should know before one. */
const presentQuality = (entry: Entry) => ({
  l30DaysTotalCalls: entry.settlements.last30Days.total,
  l30DaysUniquePayers: entry.settlements.last30Days.payers,
  warnings: entry.warnings.map(presentWarning),
})

export const presentWarning = ({ code, text, at }: Warning) => ({ code, text: inEnglish(text), at: at.toISOString() })

type PresentedEntry = Pick<Entry, 'type' | 'name' | 'description' | 'resource' | 'key'> & {
  options: Pick<Entry['options'][number], 'payTo'>[]
}

/** A service is a name at a host, an MCP server, or nearly one text at a host: the same but for ids and numbers. */
export function serviceOf({ type, name, description, resource, key, options }: PresentedEntry): string {
  const url = URL.parse(resource)
  if (url === null || !/^https?:$/.test(url.protocol)) return key
  if (type === 'mcp') return `mcp ${resource}`
  // Of one payee: a copy of another seller's text is no operation of that seller's service.
  const payee = options[0]?.payTo ?? ''
  if (name !== null) return `${url.hostname} ${payee} ${name}`
  const text = (description ?? '')
    .toLowerCase()
    .replace(/\b(0x)?[\da-f-]*\d[\da-f-]*\b/g, '#')
    .trim()
  return text === '' ? key : `${url.hostname} ${payee} ${text}`
}

/** Texts that templates and directories put where a seller wrote none, or that only repeat the terms. */
const NO_TEXTS = [
  /^(access to )?(protected|premium)\b[\w ]{0,24}$/i,
  /^added by scraper\b/i,
  /^payment (required|for demo)\b/i,
  /^\$?[\d.]+( USDC)?( on [\w-]+)?$/i,
  /^[\da-f-]{16,}$/i,
  / - x402 endpoint$/i,
  /\bcoming soon\b/i,
]
export const saysNothing = (description: string | null): boolean =>
  description === null || description.trim() === '' || NO_TEXTS.some((pattern) => pattern.test(description.trim()))
