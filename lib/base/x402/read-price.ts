import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'

const MAX_CHARACTERS = 100
const cents = /^(?:c|ct|cts|cent|cents|¢)$/i
const dollars = /^(?:\$|us\$|usd|usdc|dollar|dollars)$/i

export type ReadPrice = { price: string; fault: null } | { price: null; fault: Sentence }

/**
 * Reads a price as people write it, and returns it in dollars as the wire's configuration has them, such as `$0.02`:
 * `0.02`, `$0.02`, `0,02`, `.02`, `0.02 USDC`, `2 cents` and `2c` are the same. Exact: no digit is rounded away.
 * For anything else `fault` tells what to write instead. Forms in browsers read prices too, so it is not in words here.
 */
export function readPrice(text: string): ReadPrice {
  // Already as the configuration has it: kept to the letter.
  if (text.length <= MAX_CHARACTERS && /^\$(0|[1-9]\d*)(\.\d+)?$/.test(text)) return priced(text)
  const match = text.length <= MAX_CHARACTERS ? /^([^\d.,]*)(\d*)(?:[.,](\d+))?([^\d.,]*)$/.exec(text.trim()) : null
  const [, before = '', whole = '', fraction = '', after = ''] = match ?? []
  const units = [before.trim(), after.trim()].filter((unit) => unit !== '')
  if (!match || whole + fraction === '' || !units.every((unit) => dollars.test(unit) || cents.test(unit))) {
    return refused(say('priceRule'))
  }
  // Both signs part thousands in some languages, and decimals in others.
  if (fraction.length === 3 && !/^0*$/.test(whole)) {
    const said = { text: text.trim(), whole: `${whole}${fraction}`, fraction: dollarsOf(whole, fraction) }
    return refused(say('priceThousands', said))
  }
  const isCents = units.some((unit) => cents.test(unit))
  if (isCents && units.length > 1) return refused(say('priceUnits'))
  return priced(
    isCents
      ? dollarsOf(whole.padStart(3, '0').slice(0, -2), `${whole.padStart(2, '0').slice(-2)}${fraction}`)
      : dollarsOf(whole, fraction),
  )
}

/** Has at least two decimals, and no needless zeros after them. */
function dollarsOf(whole: string, fraction: string): string {
  return `$${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}

const priced = (price: string): ReadPrice => ({ price, fault: null })
const refused = (fault: Sentence): ReadPrice => ({ price: null, fault })
