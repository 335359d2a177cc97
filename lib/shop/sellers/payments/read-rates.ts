import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { formatAtomic } from '@/lib/base/x402/money'

/** The worth of an amount at a time, in the currency of the site's books; null where no rate is known. */
export type Valuation = (moved: Moved) => Value | null
type Moved = { network: string; asset: string; at: Date; amountAtomic: bigint; decimals: number }
export type Value = { currency: string; rate: string; rateFrom: Date; amount: string }

const instant = z
  .string()
  .datetime({ offset: true })
  .transform((text) => new Date(text))

const fileShape = z
  .object({
    currency: z.string().regex(/^[A-Z]{3}$/, 'must be a code of ISO 4217, such as EUR'),
    rates: z.array(
      z
        .object({
          network: z.string().min(1),
          asset: z.string().min(1),
          rate: z.string().regex(/^\d{1,15}(\.\d{1,18})?$/, 'must be decimal digits, such as 0.9215'),
          from: instant,
        })
        .strict(),
    ),
  })
  .strict()

const keyOf = ({ network, asset }: { network: string; asset: string }) => `${network} ${asset.toLowerCase()}`

/** Reads a file of rates. Each holds from its time until the next of the same asset. Fails for a file that is not of that form. */
export async function readRates(file: string): Promise<Valuation> {
  const { currency, rates } = await readFile(file, 'utf8')
    .then((text) => fileShape.parse(JSON.parse(text)))
    .catch((error: unknown) => refuse(file, error))
  const byAsset = new Map(rates.map((rate) => [keyOf(rate), [] as typeof rates]))
  for (const rate of rates.toSorted((one, other) => +one.from - +other.from)) byAsset.get(keyOf(rate))?.push(rate)
  return ({ at, amountAtomic, decimals, ...moved }) => {
    const found = lastUntil(byAsset.get(keyOf(moved)) ?? [], at)
    if (!found) return null
    const digits = found.rate.split('.')[1]?.length ?? 0
    const amount = formatAtomic(amountAtomic * BigInt(found.rate.replace('.', '')), decimals + digits)
    return { currency, rate: found.rate, rateFrom: found.from, amount }
  }
}

function refuse(file: string, error: unknown): never {
  const fault = error instanceof z.ZodError ? error.issues[0] : undefined
  const found = fault ? `${fault.path.join('.')}: ${fault.message}` : String(error)
  throw new Error(`EXCHANGE_RATES_PATH: ${file} is no file of rates: ${found}`, { cause: error })
}

/** The last of those in ascending order that holds at that time. */
function lastUntil<Rate extends { from: Date }>(rates: readonly Rate[], at: Date): Rate | undefined {
  let [low, high] = [0, rates.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const isBefore = +(rates[middle]?.from ?? 0) <= +at
    if (isBefore) low = middle + 1
    else high = middle
  }
  return rates[low - 1]
}
