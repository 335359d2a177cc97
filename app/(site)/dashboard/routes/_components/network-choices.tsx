import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import type { Translate } from '@/lib/site/messages/translate'
import { RouteField, useRouteForm } from './route-field'
import type { Prices } from './use-prices'

/** Networks on which goods of that kind can be paid by one of the schemes, or wallets can sign in. */
export const offeredOf = (kind: RouteKind, networks: SellableNetwork[], schemes: string[]): SellableNetwork[] =>
  networks.filter(({ id, schemes: able }) => {
    const canSignIn = !id.startsWith('algorand:')
    if (kind === 'sign_in') return canSignIn
    return (kind !== 'pass' || canSignIn) && schemes.some((scheme) => able.includes(scheme))
  })

export function NetworksField({ offered, prices }: { offered: SellableNetwork[]; prices: Prices }) {
  const t = useTranslations('routeForms')
  const { kind, texts } = useRouteForm()
  const [name, from] =
    kind === 'sign_in' ? ['networks', 'networks'] : [`${prices.first}.networks`, `${prices.firstTexts}.networks`]
  const stored = texts[from]
  return <RouteField name={name} texts={stored} boxes={networkBoxes(t, offered, stored ?? [])} />
}

/** The networks that are offered, and stored ones that no longer are. */
export const networkBoxes = (t: Translate<'routeForms'>, offered: SellableNetwork[], stored: readonly string[]) => [
  ...offered.map(({ id, name, isTest }) =>
    boxOf(t, isTest ? 'networks.testMoney' : 'networks.realMoney', { id, name }),
  ),
  ...stored
    .filter((id) => offered.every((network) => network.id !== id))
    .map((id) => boxOf(t, 'networks.notOffered', { id, name: networkName(id) })),
]

const boxOf = (
  t: Translate<'routeForms'>,
  words: 'networks.testMoney' | 'networks.realMoney' | 'networks.notOffered',
  { id, name }: { id: string; name: string },
) => ({
  value: id,
  label: t.rich(words, { network: name, quiet: (note) => <span className="text-quiet">{note}</span> }),
})
