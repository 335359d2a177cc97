import { parseArgs } from 'node:util'
import { z } from 'zod'
import { printLines } from '@/lib/base/infra/print-lines'
import { networkName } from '@/lib/base/x402/networks'
import { homeOf, readIfThere } from './home'
import { mayBeTaken } from './pay/limit-call'
import { amountLabel } from './spending/find-budget'

export const RECEIPTS_HELP = `What was paid from this machine, the latest first, and what was signed without a known end.

  turnpike receipts [--host HOST] [--limit N] [--json]
`

const entrySchema = z
  .object({
    at: z.string(),
    event: z.enum(['settled', 'in_doubt', 'refunded', 'signing', 'rejected', 'refused', 'signed_in']),
    /** Joins the lines of one call; lines of earlier versions have none. */
    call: z.string().optional(),
    price: z.string().optional(),
    /** How long what was signed can be taken. */
    seconds: z.number().int().min(0).max(1e9).optional().catch(undefined),
    url: z.string(),
    network: z.string().optional(),
    transaction: z.string().optional(),
    payer: z.string().nullish(),
    /** The seller's word; not shown where it is no amount. */
    amount: z
      .string()
      .regex(/^\d{1,30}$/)
      .optional()
      .catch(undefined),
    status: z.number().optional(),
    way: z.string().nullish(),
    /** Passes that its 402 linked, and the one that opened it. */
    passes: z.array(z.string()).optional(),
    pass: z.string().optional(),
    reason: z.string().nullish(),
  })
  .passthrough()

export type Line = z.infer<typeof entrySchema>
type Entry = Line & { event: 'settled' | 'in_doubt' | 'refunded' | 'signed_in' }

/** `turnpike receipts`: payments that settled, deposits given back, and payments whose end is not known. */
export async function receiptsCommand(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { host: { type: 'string' }, limit: { type: 'string', default: '20' }, json: { type: 'boolean' } },
  })
  const entries = (await readEntries(homeOf(env).payments))
    .filter(
      ({ url }) => values.host === undefined || [URL.parse(url)?.host, URL.parse(url)?.hostname].includes(values.host),
    )
    .reverse()
    .slice(0, Number(values.limit) || 20)
  if (values.json) console.log(JSON.stringify(entries))
  else if (entries.length === 0) console.log('Nothing has been paid from here.')
  else for (const entry of entries) printLines([...linesOf(entry), ''])
  return 0
}

/** Each payment, and what opened by a pass. */
export const readEntries = async (file: string): Promise<Entry[]> => withOpen(await readLines(file))

/** All lines of the log; one that a crash left half written tells nothing. */
export async function readLines(file: string): Promise<Line[]> {
  const lines = ((await readIfThere(file)) ?? '').split('\n').filter((line) => line !== '')
  return lines.flatMap((line) => {
    try {
      return entrySchema.safeParse(JSON.parse(line)).data ?? []
    } catch {
      return []
    }
  })
}

/** A payment that was signed for and has no end: its program was stopped, or still runs. */
function withOpen(lines: Line[]): Entry[] {
  const ended = new Set<string>()
  const entries = lines.toReversed().flatMap((line): Entry[] => {
    const { event, call, url } = line
    const name = call ?? url
    if (event === 'signing') return ended.has(name) ? [] : [{ ...line, event: 'in_doubt' }]
    ended.add(name)
    if (event === 'signed_in') return line.pass === undefined ? [] : [{ ...line, event }]
    return event === 'settled' || event === 'in_doubt' || event === 'refunded' ? [{ ...line, event }] : []
  })
  return entries.reverse()
}

function linesOf(entry: Entry): string[] {
  const { at, event, url, network, transaction, amount, reason, status, price, seconds, way, pass } = entry
  const when = at.slice(0, 16).replace('T', ' ')
  const paid = amount === undefined ? '' : ` ${amountLabel(amount, network ?? '')}`
  const where = network === undefined ? '' : ` on ${networkName(network)}`
  const until = seconds === undefined ? '' : `, it ${mayBeTaken(new Date(at), seconds)}`
  const words = {
    settled: way === 'owned' ? 'bought before, nothing was paid' : `paid${paid}${where}${(way && ways[way]) ?? ''}`,
    signed_in: `opened by the pass ${pass}, nothing was paid`,
    refunded: `got back${paid}${where}`,
    in_doubt:
      status === undefined || reason
        ? `${price ? `signed ${price}${where}, ` : ''}the outcome is not known${reason ? ` (${reason})` : ''}${until}: look before paying again`
        : `answered ${status} and named no payment: what was signed may still be taken until it ends`,
  }
  return [`${when} UTC  ${words[event]}`, `  ${url}`, ...(transaction ? [`  ${transaction}`] : [])]
}

const ways: Record<string, string> = { budget: ' out of the budget with the seller', pass: ' for a pass' }
