import type { AuthorizationTruth } from './authorization'
import { RpcUnreachableError } from './errors'

/** From this many nodes on, an answer counts only when two nodes give it. */
export const QUORUM_NODES = 3

/**
 * The answer that two of the nodes agree on; with fewer than `QUORUM_NODES`, the first answer. Null when enough answer
 * and no two agree. Throws `RpcUnreachableError` when too few answer.
 */
export async function askQuorum<Node, Answer>(
  network: string,
  nodes: readonly Node[],
  ask: (node: Node) => Promise<Answer>,
  isSame: (one: Answer, other: Answer) => boolean,
): Promise<Answer | null> {
  if (nodes.length < QUORUM_NODES) return askFirst(network, nodes, ask)
  const settled = await Promise.allSettled(nodes.map(ask))
  const answers = settled.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  if (answers.length < 2) throw new RpcUnreachableError(network, { cause: causeOf(settled) })
  return answers.find((answer) => answers.filter((other) => isSame(answer, other)).length >= 2) ?? null
}

async function askFirst<Node, Answer>(
  network: string,
  nodes: readonly Node[],
  ask: (node: Node) => Promise<Answer>,
): Promise<Answer> {
  let failure: unknown = new RpcUnreachableError(network)
  for (const node of nodes) {
    try {
      return await ask(node)
    } catch (error) {
      if (!(error instanceof RpcUnreachableError)) throw error
      failure = error
    }
  }
  throw failure
}

const causeOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))[0]

/** `askQuorum` about an authorization: nodes that are late, or lie, make it `unreadable` until two agree. */
export async function askForTruth<Node>(
  network: string,
  nodes: readonly Node[],
  ask: (node: Node) => Promise<AuthorizationTruth>,
): Promise<AuthorizationTruth> {
  const agreed = await askQuorum(network, nodes, ask, isSameTruth)
  return agreed ?? { state: 'unreadable', reason: 'No two RPC endpoints agree.' }
}

function isSameTruth(one: AuthorizationTruth, other: AuthorizationTruth): boolean {
  if (one.state !== 'settled' || other.state !== 'settled') return one.state === other.state
  const isSameSender = one.sentBy?.toLowerCase() === other.sentBy?.toLowerCase()
  const isSamePay = one.amountAtomic === other.amountAtomic && one.payTo === other.payTo
  return one.transaction === other.transaction && isSamePay && isSameSender
}
