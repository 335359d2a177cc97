import { assetFacts } from '@/lib/chains/asset-facts'
import type { Translate } from '@/lib/messages/translate'
import { formatAtomic } from '@/lib/x402/money'
import { networkName } from '@/lib/x402/networks'
import type { NamedRoute, PaymentView } from '../_server/seller-reads'
import { pathOf } from './sold-title'
import type { ToldSale } from './tell-here'

/** The settled payments among them, in the words of a notification. */
export const toldSales = (
  t: Translate<'payments'>,
  payments: readonly PaymentView[],
  names: ReadonlyMap<string, NamedRoute>,
): ToldSale[] =>
  payments
    .filter(({ status }) => status === 'settled')
    .map(({ paymentId, routeKey, resourceUri, network, asset, settledAtomic, authorizedAtomic }) => {
      const coin = assetFacts(network, asset)
      const atomic = settledAtomic ?? authorizedAtomic
      const amount = coin
        ? `${formatAtomic(atomic, coin.decimals)} ${coin.symbol}`
        : t('units', { amount: atomic.toString() })
      const title = names.get(routeKey)?.title ?? pathOf(resourceUri)
      return { paymentId, title, amount: t('told', { amount, network: networkName(network) }) }
    })
