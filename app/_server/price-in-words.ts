import { type Translate, translateIn } from '@/lib/site/messages/translate'

type Price = { dollars: string | null; isMetered: boolean; isFrom?: boolean }

const english = translateIn('en', 'price')

/** A price such as `0.02 USDC`, in English by default; dollars are shown as sellers set them. */
export function priceInWords({ dollars, isMetered, isFrom = false }: Price, t: Translate<'price'> = english): string {
  if (dollars === null) return t('free')
  const amount = `${dollars.replace('$', '')} USDC`
  if (isFrom) return t('from', { amount })
  return isMetered ? t('upTo', { amount }) : amount
}
