import { assetFacts } from '@/lib/base/chains/asset-facts'
import { formatAtomic } from '@/lib/base/x402/money'
import { languages, parseLanguage } from '@/lib/site/messages/languages'
import { type Translate, translateIn } from '@/lib/site/messages/translate'

export const mailTexts = (language: string): Translate<'mails'> =>
  translateIn(parseLanguage(language) ?? languages[0], 'mails')

/** `0.01 USDC`; the atomic units of an asset that this site does not know. Below zero with a minus in front. */
export function amountInWords(network: string, asset: string, amountAtomic: bigint): string {
  if (amountAtomic < 0n) return `−${amountInWords(network, asset, -amountAtomic)}`
  const coin = assetFacts(network, asset)
  return coin ? `${formatAtomic(amountAtomic, coin.decimals)} ${coin.symbol}` : `${amountAtomic} units of ${asset}`
}
