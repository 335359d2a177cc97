import { isDeepStrictEqual } from 'node:util'
import type { FacilitatorSchemes } from '@/lib/base/chains/facilitator/facilitator-schemes'
import { reasons } from '@/lib/base/x402/reasons'
import type { Chains } from '../chains'
import { RpcUnreachableError } from '../errors'
import { gasPolicyOf } from '../gas-policy'
import { askQuorum } from '../quorum'
import { type Assessment, type AssessmentRequest, refuse, type SettlementChain } from './settlement-chain'

export type SettlementChainOptions<Wallet extends { address: string }> = {
  network: string
  assets: readonly string[]
  chains: Chains
  wallets: readonly Wallet[]
  schemes: FacilitatorSchemes
  findAuthorization: Chains['findAuthorization']
}

/** Assesses each payment separately: a failed reading of one payer never affects the others. */
export function assessEach(
  requests: AssessmentRequest[],
  assess: (request: AssessmentRequest) => Promise<Assessment>,
): Promise<Assessment[]> {
  return Promise.all(
    requests.map((request) =>
      assess(request).catch((error: unknown): Assessment => {
        const message = error instanceof RpcUnreachableError ? error.message : 'The payer could not be looked up.'
        return { isValid: false, reason: reasons.unexpectedVerifyError, message }
      }),
    ),
  )
}

/** A transaction's state as nodes agree on it. */
export async function readAgreed<Node, State>(
  network: string,
  nodes: readonly Node[],
  ask: (node: Node) => Promise<State>,
): Promise<State | { state: 'unreadable'; reason: string }> {
  try {
    const agreed = await askQuorum(network, nodes, ask, isDeepStrictEqual)
    return agreed ?? { state: 'unreadable', reason: 'No two RPC endpoints agree.' }
  } catch (error) {
    if (error instanceof RpcUnreachableError) return { state: 'unreadable', reason: error.name }
    throw error
  }
}

/** For networks where the payer makes the transaction: only `exact`, no nonce of ours, no second version. */
export function payerMadeChain<Wallet extends { address: string }>(options: SettlementChainOptions<Wallet>) {
  const { network, assets, chains, wallets, schemes, findAuthorization } = options
  const policy = gasPolicyOf(chains.configOf(network).gas)
  return {
    network,
    assets,
    hasNonces: false,
    kinds: schemes.kinds.filter((kind) => kind.network === network),
    wallets: wallets.map((wallet) => wallet.address),
    pollIntervalMs: chains.configOf(network).pollingIntervalMs ?? 1_000,
    async check(payment) {
      const verdict = await chains.checkSignature(network, payment)
      return verdict.isValid ? null : refuse(verdict.invalidReason ?? reasons.invalidPayload)
    },
    dailyBudget: policy.dailyBudget,
    further: [],
    requests: {},
    replace: async () => null,
    signerFault: () => null,
    findAuthorization,
  } satisfies Partial<SettlementChain>
}
