import { assetFacts } from '@/lib/base/chains/asset-facts'
import { localDigits } from '@/lib/base/x402/local-digits'
import { formatAtomic } from '@/lib/base/x402/money'
import { type Language, languages, localeOf, parseLanguage } from '@/lib/site/messages/languages'
import { type Translate, translateIn } from '@/lib/site/messages/translate'

export const mailTexts = (language: string): Translate<'mails'> => translateIn(known(language), 'mails')

const known = (language: string): Language => parseLanguage(language) ?? languages[0]

export const mailDigits = (language: string) => (text: string) => localDigits(text, localeOf[known(language)])

/** `0.01 USDC`; the atomic units of an asset that this site does not know. Below zero with a minus in front. */
export function amountInWords(network: string, asset: string, amountAtomic: bigint): string {
  if (amountAtomic < 0n) return `−${amountInWords(network, asset, -amountAtomic)}`
  const coin = assetFacts(network, asset)
  return coin ? `${formatAtomic(amountAtomic, coin.decimals)} ${coin.symbol}` : `${amountAtomic} units of ${asset}`
}
