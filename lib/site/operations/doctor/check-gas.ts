import { gasInWords } from '@/lib/base/x402/gas-in-words'
import { familyOf, networkName } from '@/lib/base/x402/networks'
import { type Finding, fail, warn, well } from './finding'

/** A network's gas wallets, and the recent daily spending there, in its smallest unit. */
export type GasFacts = {
  network: string
  isReachable: boolean
  wallets: { address: string; balance: string; isDry: boolean }[]
  spentPerDay: bigint
}

const FEW_DAYS = 7
const MANY_DAYS = 3_650

/** Gas is needed for each configured network, unless others settle for this site. */
export type GasNeeds = { networks: readonly string[]; hasOtherFacilitators: boolean }

/** Networks that nobody settles on: none of our keys is for them. For the doctor and the operator's page. */
export const networksWithoutGas = (
  { networks, hasOtherFacilitators }: GasNeeds,
  gas: readonly { network: string }[],
): string[] => (hasOtherFacilitators ? [] : networks.filter((network) => !gas.some((one) => one.network === network)))

/** The variable that holds the keys of a family's gas wallets. */
export const gasVariable = (family: string): string => `FACILITATOR_${family.toUpperCase()}_KEYS`

/** Whether each network has a gas wallet, each can pay, and how many days all of a network last at the recent rate. */
export function checkGas(needs: GasNeeds, gas: readonly GasFacts[]): Finding[] {
  const missing = networksWithoutGas(needs, gas).map((network) =>
    fail(
      `gas on ${networkName(network)}`,
      'no wallet: nothing is sold there',
      `Set ${gasVariable(familyOf(network) ?? 'evm')}, or FACILITATOR_URLS to settle through others; or take the network out.`,
    ),
  )
  if (needs.hasOtherFacilitators && gas.length === 0) return [well('gas', 'others settle for this site')]
  return [
    ...missing,
    ...gas.flatMap((facts) => [...facts.wallets.map((wallet) => checkWallet(facts, wallet)), ...checkDays(facts)]),
  ]
}

function checkWallet({ network }: GasFacts, { address, balance, isDry }: GasFacts['wallets'][number]): Finding {
  const subject = `gas on ${networkName(network)}`
  const held = gasInWords(network, balance)
  const fix = `Send some of the network's own coin to ${address}.`
  return isDry ? fail(subject, `${address} holds too little (${held})`, fix) : well(subject, `${address} holds ${held}`)
}

function checkDays({ network, isReachable, wallets, spentPerDay }: GasFacts): Finding[] {
  const subject = `gas on ${networkName(network)}`
  if (!isReachable) return [fail(subject, 'cannot be read', 'See the network above: its nodes do not answer.')]
  if (spentPerDay === 0n) return [well(subject, 'nothing was spent in the last seven days')]
  const balance = wallets.reduce((sum, wallet) => sum + BigInt(wallet.balance), 0n)
  const days = Number((balance * 10n) / spentPerDay) / 10
  const words = `lasts ${days > MANY_DAYS ? 'more than ten years' : `${days} days`} at the rate of the last seven days`
  return [days < FEW_DAYS ? warn(subject, words, 'Fill the gas wallets.') : well(subject, words)]
}
