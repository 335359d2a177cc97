import { randomUUID } from 'node:crypto'
import { appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { formatAtomic, parseDollars } from '@/lib/base/x402/money'
import type { PaymentIntent } from '@/lib/client/create-paid-fetch'
import { CliError } from './cli-error'
import { readIfThere } from './wallet-file'

/** Dollars, such as `$0.10`. `total` is the most to be signed in all; null is no limit. */
export type BudgetLimits = { perCall: string; total: string | null }

const dollars = z.string().regex(/^\$\d{1,12}(\.\d{1,18})?$/)
const lineSchema = z.union([
  /** Starts the count again. */
  z.object({ perCall: dollars, total: dollars.nullable() }),
  z.object({
    claim: z.string(),
    micros: z.string().regex(/^\d{1,78}$/),
    price: z.string(),
    url: z.string(),
    at: z.string(),
  }),
  z.object({ release: z.string() }),
])
type BudgetLine = z.infer<typeof lineSchema>

const unset: BudgetLimits = { perCall: '$1', total: null }

export type BudgetedCall = {
  /** Adds the payment; a sentence refuses it. */
  approve: (intent: Pick<PaymentIntent, 'requirements' | 'decimals' | 'price'>) => Promise<string | null>
  /** Fails after the end, so that nothing is sent which counts no more. */
  onSigned: () => Promise<void>
  /** Takes off what was not signed after all. */
  close: () => Promise<void>
}

/**
 * A sum that may be spent, in a file of lines that several programs share and that outlives them. A payment is added before
 * it is signed and then counts, whatever its payee says of it: neither a crash nor two calls at once get past the total.
 * Its limits are those in the file, or those that are given.
 */
export function openBudget(file: string, given: BudgetLimits | null = null) {
  const claim = async (line: Extract<BudgetLine, { claim: string }>): Promise<string | null> => {
    await append(file, line)
    const lines = await readLines(file)
    // Lines of others that came in between stand before or after it, for all readers in the same order.
    const { limits, spentMicros } = sumUp(lines.slice(0, findClaim(lines, line.claim)), given)
    const micros = BigInt(line.micros)
    if (limits.total === null || spentMicros + micros <= parseDollars(limits.total, 6)) return null
    await append(file, { release: line.claim })
    return `${inDollars(micros)} is more than is left of the budget: ${inDollars(spentMicros)} of ${limits.total} was signed. Nothing was paid.`
  }
  return {
    async read(): Promise<BudgetLimits & { spent: string }> {
      const { limits, spentMicros } = sumUp(await readLines(file), given)
      return { ...limits, spent: inDollars(spentMicros) }
    },
    /** Sets the limits, and counts from zero. */
    set: (limits: BudgetLimits) => append(file, limits),
    /** Holds one call to the total: what its payer asks before and after it signs. */
    openCall(url: string): BudgetedCall {
      const open = new Set<string>()
      let isClosed = false
      return {
        async approve({ requirements, decimals, price }) {
          const id = randomUUID()
          const micros = toMicros(BigInt(requirements.amount), decimals).toString()
          const refusal = await claim({ claim: id, micros, price, url, at: new Date().toISOString() })
          if (refusal === null) open.add(id)
          return refusal
        },
        async onSigned() {
          if (isClosed) throw new CliError('The call has ended: its payment is not sent.', 3)
          open.clear()
        },
        async close() {
          isClosed = true
          for (const id of open) await append(file, { release: id })
          open.clear()
        },
      }
    },
  }
}

/** A call that only its own maximum limits. */
export const unbudgeted: BudgetedCall = { approve: async () => null, onSigned: async () => {}, close: async () => {} }

/** `0.10` and `$0.10` both, as shells eat an unquoted `$0`; null when it is no amount of dollars. */
export function readDollars(text: string): string | null {
  const written = `$${text.replace(/^\$/, '')}`
  return dollars.safeParse(written).success ? written : null
}

export const lesser = (one: string, other: string): string =>
  parseDollars(one, 6) <= parseDollars(other, 6) ? one : other

/** One write at the end of the file, on the disk before it returns. */
async function append(file: string, line: BudgetLine): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600, flush: true })
}

async function readLines(file: string): Promise<BudgetLine[]> {
  const text = (await readIfThere(file)) ?? ''
  try {
    return text.split('\n').flatMap((line) => (line === '' ? [] : [lineSchema.parse(JSON.parse(line))]))
  } catch {
    throw new CliError(`${file} cannot be read, so nothing is paid; repair or remove it.`, 1)
  }
}

function findClaim(lines: BudgetLine[], id: string): number {
  const place = lines.findIndex((line) => 'claim' in line && line.claim === id)
  if (place === -1) throw new CliError('The budget was taken away while it was asked, so nothing is paid.', 1)
  return place
}

function sumUp(lines: BudgetLine[], given: BudgetLimits | null): { limits: BudgetLimits; spentMicros: bigint } {
  const start = lines.findLastIndex((line) => 'perCall' in line)
  const set = lines[start]
  const counted = new Map<string, bigint>()
  for (const line of lines.slice(start + 1)) {
    if ('claim' in line) counted.set(line.claim, BigInt(line.micros))
    if ('release' in line) counted.delete(line.release)
  }
  const spentMicros = [...counted.values()].reduce((sum, micros) => sum + micros, 0n)
  return { limits: given ?? (set && 'perCall' in set ? set : unset), spentMicros }
}

/** A fraction of a micro-dollar counts as a whole one. */
function toMicros(amountAtomic: bigint, decimals: number): bigint {
  if (decimals <= 6) return amountAtomic * 10n ** BigInt(6 - decimals)
  const unit = 10n ** BigInt(decimals - 6)
  return (amountAtomic + unit - 1n) / unit
}

const inDollars = (micros: bigint) => `$${formatAtomic(micros, 6)}`
