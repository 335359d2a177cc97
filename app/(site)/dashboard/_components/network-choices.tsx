import { networkName } from '@/lib/x402/networks'
import type { RouteKind } from '../_server/seller-reads'
import type { FormNetwork } from './route-form'

/** Networks that goods of that kind can be paid on by one of the schemes, or that wallets can sign in with. */
export const offeredOf = (kind: RouteKind, networks: FormNetwork[], schemes: string[]): FormNetwork[] =>
  networks.filter(({ id, schemes: able }) =>
    kind === 'sign_in' ? !id.startsWith('algorand:') : schemes.some((scheme) => able.includes(scheme)),
  )

/** What can be ticked: the networks that are offered, and stored ones that are not any more. */
export const networkChoices = (offered: Pick<FormNetwork, 'id' | 'name' | 'isTest'>[], stored: readonly string[]) => [
  ...offered.map(({ id, name, isTest }) => choice(id, name, isTest ? '(test money)' : '(real money)')),
  ...stored
    .filter((id) => offered.every((network) => network.id !== id))
    .map((id) => choice(id, networkName(id), '(not offered now)')),
]

const choice = (value: string, name: string, note: string) => ({
  value,
  label: (
    <>
      {name} <span className="text-quiet">{note}</span>
    </>
  ),
})
