import { z } from 'zod'
import { parseDollars } from '@/lib/base/x402/money'
import { CliError } from './cli-error'
import { readIfThere, writeOwn } from './home'

const DOLLARS = /^\$\d{1,12}(\.\d{1,18})?$/

const dollars = z.string().regex(DOLLARS).nullable()

const limitsSchema = z.object({
  /** The most that one payment may cost. */
  perCall: z.string().regex(DOLLARS).default('$1'),
  /** Within any 24 hours. */
  perDay: dollars.default(null),
  /** Within any 24 hours on one host. */
  perHost: dollars.default(null),
  /** The most to put aside with one seller for many calls; null puts nothing aside. */
  deposit: dollars.default(null),
  /** `buy` buys a pass that pays off; `held` only uses those that were bought. */
  passes: z.enum(['held', 'buy']).default('held'),
  /** The only hosts that are paid; null for all. */
  hosts: z.array(z.string()).nullable().default(null),
  /** An agent's payments are confirmed by its person. */
  ask: z.boolean().default(false),
})

export type Limits = z.infer<typeof limitsSchema>

/** Limits of this machine's wallet. A file that cannot be read stops all payments. */
export async function readLimits(file: string): Promise<Limits> {
  const text = await readIfThere(file)
  try {
    return limitsSchema.parse(text === null ? {} : JSON.parse(text))
  } catch {
    throw new CliError(`${file} cannot be read, so nothing is paid; repair or remove it.`, 1)
  }
}

/** Keeps them for every later payment. */
export async function writeLimits(file: string, limits: Limits): Promise<void> {
  await writeOwn(file, `${JSON.stringify(limitsSchema.parse(limits), null, 2)}\n`)
}

/** `0.10` and `$0.10` both, as shells eat an unquoted `$0`; null when it is no amount of dollars. */
export function readDollars(text: string): string | null {
  const written = `$${text.replace(/^\$/, '')}`
  return dollars.safeParse(written).success ? written : null
}

/** The smaller of two amounts in dollars; null is no limit. */
export function lesser(one: string, other: string | null): string {
  return other === null || parseDollars(one, 6) <= parseDollars(other, 6) ? one : other
}

/** Why a host may not be paid, in words; null when it may. */
export function findHostRefusal(limits: Limits, url: URL): string | null {
  if (limits.hosts === null || limits.hosts.includes(url.host) || limits.hosts.includes(url.hostname)) return null
  return `${url.host} is not among the hosts that may be paid (${limits.hosts.join(', ')}). Nothing was sent.`
}
