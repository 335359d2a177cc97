import type { PayeeFault } from '@/lib/base/chains/payee-fault'
import { gasInWords } from '@/lib/base/x402/gas-in-words'
import { type Family, familyOf, networkName } from '@/lib/base/x402/networks'
import { type Finding, fail, warn, well } from './finding'

/** A network's gas wallets, and the recent daily spending there, in its smallest unit. */
export type GasFacts = {
  network: string
  status: 'ok' | 'degraded' | 'behind' | 'unreachable'
  isSpent: boolean
  wallets: { address: string; balance: string; isDry: boolean; isSigning: boolean }[]
  spentPerDay: bigint
}

const FEW_DAYS = 7
const MANY_DAYS = 3_650

/** Gas is needed for each configured network, unless others settle for this site. */
type GasNeeds = { networks: readonly string[]; hasOtherFacilitators: boolean }

/** Whether each network has a gas wallet, each can pay, and how many days all of a network last at the recent rate. */
export function checkGas({ networks, hasOtherFacilitators }: GasNeeds, gas: readonly GasFacts[]): Finding[] {
  if (hasOtherFacilitators && gas.length === 0) return [well('gas', 'others settle for this site')]
  const without = networks.filter((network) => !gas.some((one) => one.network === network))
  return [...(hasOtherFacilitators ? [] : without.map(withoutWallet)), ...gas.flatMap(checkNetwork)]
}

const subjectOf = (network: string) => `gas on ${networkName(network)}`

function withoutWallet(network: string): Finding {
  const variables = 'FACILITATOR_KEYS'
  return fail(
    subjectOf(network),
    'no wallet: nothing is sold there',
    `Set ${variables}, or FACILITATOR_URLS to settle through others; or take the network out.`,
  )
}

function checkNetwork(facts: GasFacts): Finding[] {
  const { network, status, isSpent, wallets } = facts
  const subject = subjectOf(network)
  if (status === 'unreachable') return [fail(subject, 'cannot be read', 'Its nodes do not answer in time.')]
  if (status === 'behind') {
    const fix = 'Replace its node: see CHAIN_BEHIND_LEDGER in docs/troubleshooting.md.'
    return [fail(subject, 'the chain lacks transactions that the ledger has seen', fix)]
  }
  const isLast = !wallets.some(({ isDry, isSigning }) => isSigning && !isDry)
  const budget = 'It starts again at midnight UTC; dailyBudget sets it.'
  return [
    ...wallets.map((wallet) => checkWallet(network, wallet, isLast)),
    ...(isSpent ? [fail(subject, 'the budget of this day is spent: nothing is sold there', budget)] : []),
    checkDays(facts),
  ]
}

/** A wallet that is dry or does not sign stops sales only where no other one can pay. */
function checkWallet(
  network: string,
  { address, balance, isDry, isSigning }: GasFacts['wallets'][number],
  isLast: boolean,
) {
  if (!isSigning) {
    const fix = 'The log says who keeps its key, and what it answered; payments wait for it.'
    return (isLast ? fail : warn)(subjectOf(network), 'the signer of a wallet does not sign', fix, { detail: address })
  }
  const detail = `${address}, ${gasInWords(network, balance)}`
  if (!isDry) return { ...well(subjectOf(network), 'a wallet holds enough'), detail }
  const fix = `Send some of the network's own coin to ${address}.`
  return (isLast ? fail : warn)(subjectOf(network), 'a wallet holds too little', fix, { detail })
}

function checkDays({ network, wallets, spentPerDay }: GasFacts): Finding {
  const subject = subjectOf(network)
  if (spentPerDay === 0n) return well(subject, 'nothing was spent in the last seven days')
  const balance = wallets.reduce((sum, wallet) => sum + BigInt(wallet.balance), 0n)
  const days = Number((balance * 10n) / spentPerDay) / 10
  const words = `lasts ${days > MANY_DAYS ? 'more than ten years' : `${days} days`} at the rate of the last seven days`
  return days < FEW_DAYS ? warn(subject, words, 'Fill the gas wallets.') : well(subject, words)
}

type PayoutFacts = {
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
