import type { FormNetwork } from '@/app/(site)/dashboard/_components/form-reader'
import { networkName } from '@/lib/base/x402/networks'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { Translate } from '@/lib/site/messages/translate'

/** Networks on which goods of that kind can be paid by one of the schemes, or wallets can sign in. */
export const offeredOf = (kind: RouteKind, networks: FormNetwork[], schemes: string[]): FormNetwork[] =>
  networks.filter(({ id, schemes: able }) =>
    kind === 'sign_in' ? !id.startsWith('algorand:') : schemes.some((scheme) => able.includes(scheme)),
  )

/** The networks that are offered, and stored ones that no longer are. */
export const networkChoices = (
  t: Translate<'routeForms'>,
  offered: Pick<FormNetwork, 'id' | 'name' | 'isTest'>[],
  stored: readonly string[],
) => [
  ...offered.map(({ id, name, isTest }) =>
    choice(t, isTest ? 'networks.testMoney' : 'networks.realMoney', { id, name }),
  ),
  ...stored
    .filter((id) => offered.every((network) => network.id !== id))
    .map((id) => choice(t, 'networks.notOffered', { id, name: networkName(id) })),
]

const choice = (
  t: Translate<'routeForms'>,
  words: 'networks.testMoney' | 'networks.realMoney' | 'networks.notOffered',
  { id, name }: { id: string; name: string },
) => ({
  value: id,
  label: t.rich(words, { network: name, quiet: (note) => <span className="text-quiet">{note}</span> }),
})
