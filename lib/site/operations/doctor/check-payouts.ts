import type { PayeeFault } from '@/lib/base/chains/payee-fault'
import { type Family, familyOf, networkName } from '@/lib/base/x402/networks'
import { type Finding, fail, warn, well } from './finding'

export type PayoutFacts = {
  networks: readonly string[]
  payTo: Partial<Record<Family, string>>
  gasWallets: readonly string[]
  isDemo: boolean
}

const VARIABLE = 'DEMO_PAY_TO'

/**
 * Where earnings of the site's own routes go, for each configured family of networks. Only the demo has such routes, so
 * other sites need none.
 */
export function checkPayouts({ networks, payTo, gasWallets, isDemo }: PayoutFacts): Finding[] {
  const families = [...new Set(networks.flatMap((network) => familyOf(network) ?? []))]
  return families.flatMap((family): Finding | [] => {
    const address = payTo[family]
    if (!address)
      return isDemo
        ? warn(VARIABLE, `has no address for ${family}`, 'Add one: without it the demo sells nothing there.')
        : []
    if (/^0x0{40}$/.test(address)) return fail(VARIABLE, 'has the zero address', 'Set an address whose key you hold.')
    const isHot = gasWallets.some((wallet) => wallet.toLowerCase() === address.toLowerCase())
    if (!isHot) return well(VARIABLE, address)
    return warn(VARIABLE, `${address} is a gas wallet`, 'Take another one: the key of this one is on the server.')
  })
}

/** Where money of one network goes. `elsewhere`: the origin at which its latest payment here was made, if another. */
export type PayeeFacts = { network: string; address: string; fault: PayeeFault | null; elsewhere: string | null }

/** Whether the payees of the site and its shops can be paid, and are paid only here; reports only faults. */
export const checkPayees = (payees: readonly PayeeFacts[]): Finding[] =>
  payees.flatMap(({ network, address, fault, elsewhere }) => [
    ...(fault ? [fail(`payee on ${networkName(network)}`, `${address} ${faultWords[fault]}`, faultFixes[fault])] : []),
    ...(elsewhere
      ? [warn(`payee on ${networkName(network)}`, `${address} is paid at ${elsewhere} too`, ONE_DATABASE)]
      : []),
  ])

const faultWords: Record<PayeeFault, string> = {
  no_account: 'has no account of the token, and buyers are not offered it',
  blocked: 'is blocked by the issuer of the token, and buyers are not offered it',
}

const faultFixes: Record<PayeeFault, string> = {
  no_account: 'Let its holder open a token account (Solana) or opt in to the asset (Algorand).',
  blocked: 'Set another address.',
}

const ONE_DATABASE =
  'If that server runs with another database, give this one an address of its own: one payment could open both.'
