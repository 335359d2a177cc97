import { parseArgs } from 'node:util'
import { z } from 'zod'
import { assetFacts } from '@/lib/base/chains/assets'
import { printable, printLines } from '@/lib/base/infra/process'
import { formatAtomic } from '@/lib/base/x402/money'
import { networkName } from '@/lib/base/x402/networks'
import { paysBeforeAnswer } from '@/lib/base/x402/payment-option'
import { CliError, usageError } from './cli-error'

export const SEARCH_HELP = `Finds paid resources in a bazaar.

  turnpike search WORDS [--bazaar URL] [--network NETWORK] [--max DOLLARS] [--limit N] [--json]

  --bazaar URL   a site, or a facilitator with a bazaar; TURNPIKE_BAZAAR, or http://localhost:4021/facilitator
`

/** `turnpike search WORDS`: what a bazaar lists, with its prices. */
export async function searchCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: {
      bazaar: { type: 'string' },
      network: { type: 'string' },
      max: { type: 'string' },
      limit: { type: 'string', default: '10' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const query = positionals.join(' ').trim()
  if (query === '') throw usageError(`Expected words to search for.\n\n${SEARCH_HELP}`)
  if (!/^([1-9]|[1-4]\d|50)$/.test(values.limit)) throw usageError('--limit takes a whole number from 1 to 50.')
  const found = await findListings(
    { query, limit: Number(values.limit), network: values.network, maxDollars: values.max?.replace(/^\$/, '') },
    bazaarOf(env, values.bazaar),
  )
  if (values.json) console.log(JSON.stringify(found))
  else if (found.length === 0) console.log('Nothing listed there fits these words.')
  else for (const one of found) printLines([...linesOf(one), ''])
  return 0
}

export function bazaarOf(env: NodeJS.ProcessEnv, given?: string): URL {
  const text = given ?? env.TURNPIKE_BAZAAR?.trim() ?? ''
  const url = URL.parse(text || 'http://localhost:4021/facilitator')
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw usageError(`Expected the URL of a bazaar, got ${text}.`)
  return url
}

function linesOf(found: FoundListing): string[] {
  const [first, ...others] = found.accepts
  const more = others.length > 0 ? ` (and ${others.length} other ${others.length === 1 ? 'way' : 'ways'} to pay)` : ''
  return [
    `${first ? priceOf(first) : 'no price'}${more}`,
    `  ${found.method === null ? '' : `${found.method} `}${found.url}`,
    ...(found.description ? [`  ${found.description.replace(/\s+/g, ' ').trim()}`] : []),
  ]
}

type SearchQuery = { query: string; limit: number; network?: string | undefined; maxDollars?: string | undefined }

const optionSchema = z.object({
  scheme: z.string(),
  network: z.string(),
  amount: z.string(),
  asset: z.string(),
  extra: z.unknown(),
})

/** Entries as any bazaar answers them; ours say more. Source: the x402 bazaar extension. */
const entrySchema = z
  .object({
    resource: z.string(),
    type: z.string().nullish(),
    description: z.string().nullish(),
    serviceName: z.string().nullish(),
    accepts: z.array(z.unknown()).default([]),
    discoveryInfo: z.unknown(),
  })
  .transform(({ resource, type, description, serviceName, accepts, discoveryInfo }) => ({
    url: resource,
    type: type ?? null,
    name: serviceName ?? null,
    description: description ?? null,
    method: methodIn(discoveryInfo),
    accepts: accepts.flatMap((option) => optionSchema.safeParse(option).data ?? []),
    input: inputIn(discoveryInfo),
  }))

export type FoundListing = z.infer<typeof entrySchema>

/** Asks a bazaar. Fails with a plain sentence when it does not answer as one. */
export async function findListings(wanted: SearchQuery, bazaar: URL): Promise<FoundListing[]> {
  const { query, limit, network, maxDollars } = wanted
  const parameters = { query, limit: String(limit), network, maxUsdPrice: maxDollars }
  const search = new URLSearchParams(Object.entries(parameters).filter((pair): pair is [string, string] => !!pair[1]))
  const ask = async (base: string) =>
    fetch(`${base}/discovery/search?${search}`, { signal: AbortSignal.timeout(20_000) }).catch(() => null)
  const base = bazaar.href.replace(/\/$/, '')
  const first = await ask(base)
  // A person types the site's address; its bazaar belongs to the facilitator there.
  const answer = first?.status === 404 && bazaar.pathname === '/' ? await ask(`${base}/facilitator`) : first
  if (answer === null)
    throw new CliError(`No bazaar answers at ${bazaar.href}. Name another with --bazaar or TURNPIKE_BAZAAR.`, 5)
  const body: unknown = await answer.json().catch(() => null)
  if (answer.status === 404)
    throw new CliError(
      `There is no bazaar at ${bazaar.href}. Expected a facilitator, such as ${bazaar.origin}/facilitator.`,
      1,
    )
  if (!answer.ok) throw new CliError(`The bazaar answers ${answer.status}${detailIn(body)}`, 1)
  const read = z.object({ resources: z.array(z.unknown()) }).safeParse(body)
  if (!read.success) throw new CliError(`${bazaar.href} does not answer as a bazaar does.`, 1)
  return read.data.resources.flatMap((entry) => entrySchema.safeParse(entry).data ?? [])
}

/** "0.001 USDC on Base Sepolia", "at most …" for metered ones, "…, paid before the answer". */
export function priceOf(option: z.infer<typeof optionSchema>): string {
  const { scheme, network, extra } = option
  const order = paysBeforeAnswer({ extra }) ? ', paid before the answer' : ''
  return `${scheme === 'upto' ? 'at most ' : ''}${amountInWords(option)} on ${networkName(network)}${order}`
}

/** An amount of an asset that we know; of any other, its atomic units. */
export function amountInWords({ amount, asset, network }: { amount: string; asset: string; network: string }): string {
  const known = /^\d{1,78}$/.test(amount) ? assetFacts(network, asset) : null
  return known
    ? `${formatAtomic(BigInt(amount), known.decimals)} ${known.symbol}`
    : `${amount} atomic units of ${asset}`
}

const inputSchema = z.object({ input: z.object({ method: z.string().optional() }).passthrough() })

const methodIn = (info: unknown): string | null => inputSchema.safeParse(info).data?.input.method ?? null
const inputIn = (info: unknown): unknown => inputSchema.safeParse(info).data?.input ?? null

function detailIn(body: unknown): string {
  const { data } = z.object({ detail: z.string() }).safeParse(body)
  return data ? `: ${printable(data.detail)}` : '.'
}
