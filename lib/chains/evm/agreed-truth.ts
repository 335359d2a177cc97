import type { AuthorizationTruth } from '../authorization'
import { RpcUnreachableError } from '../errors'

/**
 * What two of the nodes agree on about an authorization; with only one node, its answer. Nodes that are late, or lie,
 * make it `unreadable` until two agree. Throws `RpcUnreachableError` when too few answer.
 */
export async function agreedTruth(network: string, asked: Promise<AuthorizationTruth>[]): Promise<AuthorizationTruth> {
  const settled = await Promise.allSettled(asked)
  const answers = settled.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const needed = Math.min(asked.length, 2)
  if (answers.length < needed) throw new RpcUnreachableError(network, { cause: causeOf(settled) })
  const agreed = answers.find((answer) => answers.filter((other) => isSame(answer, other)).length >= needed)
  return agreed ?? { state: 'unreadable', reason: 'No two RPC endpoints agree.' }
}

const causeOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))[0]

function isSame(one: AuthorizationTruth, other: AuthorizationTruth): boolean {
  if (one.state !== 'settled' || other.state !== 'settled') return one.state === other.state
  return one.transaction === other.transaction && one.amountAtomic === other.amountAtomic && one.payTo === other.payTo
}
