import { formatAtomic } from '@/lib/x402/money'
import { networkName } from '@/lib/x402/networks'
import type { PaymentOption } from '@/lib/x402/payment-option'
import type { TryTexts } from './snippets'

const amountOf = (t: TryTexts, { amountAtomic, coin, asset }: PaymentOption): string =>
  coin
    ? `${formatAtomic(amountAtomic, coin.decimals)} ${coin.symbol}`
    : t('price.units', { amount: amountAtomic.toString(), asset })

/** "0.05 USDC on Base Sepolia", "up to 0.05 USDC on Base", "0.0001 USDC a call on Base". */
export function priceInWords(t: TryTexts, option: PaymentOption): string {
  const kind = option.scheme === 'batch-settlement' ? 'batch' : option.scheme === 'upto' ? 'upto' : 'exact'
  return t(`price.${kind}`, { amount: amountOf(t, option), network: networkName(option.network) })
}

/** What a listing says that an option costs. */
export const listedAmountInWords = (t: TryTexts, { coin }: PaymentOption, amountAtomic: bigint): string =>
  coin
    ? `${formatAtomic(amountAtomic, coin.decimals)} ${coin.symbol}`
    : t('price.bareUnits', { amount: amountAtomic.toString() })
