import type { Database } from '@/lib/base/infra/database'
import type { ServerEnv } from '@/lib/base/infra/env'
import { gasInWords } from '@/lib/base/x402/gas-in-words'
import { networkName } from '@/lib/base/x402/networks'
import type { Facilitator } from '@/lib/facilitator/create-facilitator'
import { readSpentPerDay } from '@/lib/facilitator/ledger/gas-spending'
import { type Finding, fail, warn, well } from './finding'

type GasEnv = Pick<ServerEnv, 'rpcUrls' | 'facilitators'>
type SettlingNetwork = Awaited<ReturnType<Facilitator['health']>>['networks'][number]

/** A network's gas wallets, and the recent daily spending there, in its smallest unit. */
export type GasFacts = Pick<SettlingNetwork, 'network' | 'status' | 'wallets' | 'gas'> & { spentPerDay: bigint }

const FEW_DAYS = 7
const MANY_DAYS = 3_650

/** Gas is needed for each configured network, unless others settle for this site. */
export const settlesElsewhere = ({ facilitators }: Pick<ServerEnv, 'facilitators'>): boolean =>
  facilitators.length > 0 && !facilitators.some(({ place }) => place === 'own')

export async function checkGas(
  { env, database, facilitator }: { env: GasEnv; database: Database; facilitator: Pick<Facilitator, 'health'> },
  patienceMs: number,
): Promise<Finding[]> {
  const { networks } = await facilitator.health(patienceMs)
  const facts = networks.map(async (one) => ({ ...one, spentPerDay: await readSpentPerDay(database, one.network) }))
  return judgeGas(env, await Promise.all(facts))
}

/** Whether each network has a gas wallet, each can pay, and how many days all of a network last at the recent rate. */
export function judgeGas(env: GasEnv, gas: readonly GasFacts[]): Finding[] {
  const isElsewhere = settlesElsewhere(env)
  if (isElsewhere && gas.length === 0) return [well('gas', 'others settle for this site')]
  const without = Object.keys(env.rpcUrls).filter((network) => !gas.some((one) => one.network === network))
  const fix = 'Set FACILITATOR_KEYS, or FACILITATOR_URLS to settle through others; or take the network out.'
  const missing = without.map((network) => fail(subjectOf(network), 'no wallet: nothing is sold there', fix))
  return [...(isElsewhere ? [] : missing), ...gas.flatMap(checkNetwork)]
}

const subjectOf = (network: string) => `gas on ${networkName(network)}`

function checkNetwork(facts: GasFacts): Finding[] {
  const { network, status, gas, wallets } = facts
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
    ...(gas?.isSpent ? [fail(subject, 'the budget of this day is spent: nothing is sold there', budget)] : []),
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
    return (isLast ? fail : warn)(subjectOf(network), 'the signer of a wallet does not sign', fix, address)
  }
  const detail = `${address}, ${gasInWords(network, balance)}`
  if (!isDry) return well(subjectOf(network), 'a wallet holds enough', detail)
  const fix = `Send some of the network's own coin to ${address}.`
  return (isLast ? fail : warn)(subjectOf(network), 'a wallet holds too little', fix, detail)
}

function checkDays({ network, wallets, spentPerDay }: GasFacts): Finding {
  const subject = subjectOf(network)
  if (spentPerDay === 0n) return well(subject, 'nothing was spent in the last seven days')
  const balance = wallets.reduce((sum, wallet) => sum + BigInt(wallet.balance), 0n)
  const days = Number((balance * 10n) / spentPerDay) / 10
  const words = `lasts ${days > MANY_DAYS ? 'more than ten years' : `${days} days`} at the rate of the last seven days`
  return days < FEW_DAYS ? warn(subject, words, 'Fill the gas wallets.') : well(subject, words)
}
