import { generatePrivateKey } from 'viem/accounts'
import { createEvmWallet, parseEvmKey } from '@/lib/client/evm-wallet'
import type { RpcUrls } from '@/lib/client/wallet'
import { type CheckVerdict, type ConformanceCheck, failed } from './check'
import { bazaarChecks } from './checks/bazaar-checks'
import { challengeChecks, headerChecks } from './checks/challenge-checks'
import { facilitatorChecks } from './checks/facilitator-checks'
import { mcpChecks } from './checks/mcp-checks'
import { paymentChecks } from './checks/payment-checks'
import { signInChecks } from './checks/sign-in-checks'
import { openSubject, type Subject } from './subject'

export type CheckResult = Omit<ConformanceCheck, 'run'> & { group: string; verdict: CheckVerdict }
export type Report = { url: string; results: CheckResult[] }

export type CheckOptions = Pick<Subject, 'method' | 'maxAtomic' | 'facilitator' | 'mcp'> & {
  payer: PayerKey
}

/** The key of the caller's wallet (0x…), without which nothing is paid, and where its chains are read. */
export type PayerKey = { evmKey?: string; rpcUrls: RpcUrls }

/** Runs every check against one paid resource, one after the other. Fails when the server cannot be reached at all. */
export async function runChecks(url: string, { payer, ...options }: CheckOptions): Promise<Report> {
  const { evmKey, rpcUrls } = payer
  const walletOf = (key: string) => createEvmWallet({ account: parseEvmKey(key), rpcUrls })
  const stranger = walletOf(generatePrivateKey())
  const subject = await openSubject({ url, ...options, stranger, payer: evmKey ? walletOf(evmKey) : null })
  const results: CheckResult[] = []
  for (const [group, checks] of Object.entries(allChecks)) {
    for (const { run, ...check } of checks) results.push({ ...check, group, verdict: await verdictOf(run, subject) })
  }
  return { url, results }
}

/** A check that cannot be run to its end has failed: the server hung up, or said what no check expects. */
async function verdictOf(run: ConformanceCheck['run'], subject: Subject): Promise<CheckVerdict> {
  try {
    return await run(subject)
  } catch (error) {
    return failed(error instanceof Error ? `${error.name}: ${error.message.slice(0, 200)}` : 'unknown')
  }
}

/** Whether a result counts against the server: what the specification demands, and all of it where that is asked for. */
export const isFault = ({ verdict, level }: CheckResult, isStrict: boolean): boolean =>
  verdict.state === 'failed' && (level === 'must' || isStrict)

/** The checks by what they look at, in the order of a report. */
const allChecks: Record<string, ConformanceCheck[]> = {
  'Terms of payment': challengeChecks,
  'Invalid payments': headerChecks,
  'Sign-in': signInChecks,
  Discovery: bazaarChecks,
  Facilitator: facilitatorChecks,
  MCP: mcpChecks,
  Payments: paymentChecks,
}
