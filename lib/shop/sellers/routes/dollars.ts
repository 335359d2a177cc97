import { z } from 'zod'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { MoneyError, parseDollars } from '@/lib/base/x402/money'
import { readPrice } from '@/lib/base/x402/read-price'
import { asIssue } from '../input-refused-error'

/** No price of ours has more decimals. */
const DECIMALS = 18

/** Accepts the usual ways to write an amount; stored in dollars such as `$0.02`. */
export const dollars = z
  .string()
  .transform((text, context) => {
    const { price, fault } = readDollars(text)
    if (fault !== null) context.addIssue({ code: 'custom', ...asIssue(fault) })
    return price
  })
  .pipe(z.string())

function readDollars(text: string): { price: string; fault: Sentence | null } {
  const { price, fault } = readPrice(text)
  if (price === null) return { price: text, fault }
  try {
    return { price, fault: parseDollars(price, DECIMALS) === 0n ? say('priceOfNothing') : null }
  } catch (error) {
    if (error instanceof MoneyError) return { price: text, fault: say('plain', { text: error.message }) }
    throw error
  }
}

export const orderByPrice = <Priced extends { dollars: string }>(priced: readonly Priced[]): Priced[] =>
  priced.toSorted((one, other) => Number(parseDollars(one.dollars, DECIMALS) - parseDollars(other.dollars, DECIMALS)))
