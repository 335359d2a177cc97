import type { FacilitatorSchemes } from '@/lib/chains/facilitator/facilitator-schemes'
import { reasons } from '@/lib/x402/reasons'
import type { Chains } from '../chains'
import { refuse } from './refuse'
import type { SettlementChain } from './settlement-chain'

export type PayerMadeChainOptions<Wallet extends { address: string }> = {
  network: string
  assets: readonly string[]
  chains: Chains
  wallets: readonly Wallet[]
  schemes: FacilitatorSchemes
  findAuthorization: Chains['findAuthorization']
}

/** What networks have in common where the payer makes the transaction: exact alone, no nonce of ours, no second version. */
export function payerMadeChain<Wallet extends { address: string }>(options: PayerMadeChainOptions<Wallet>) {
  const { network, assets, chains, wallets, schemes, findAuthorization } = options
  return {
    network,
    assets,
    hasNonces: false,
    kinds: schemes.kinds.flatMap(({ network: where, extra }) =>
      where === network ? [{ scheme: 'exact' as const, ...(extra ? { extra } : {}) }] : [],
    ),
    wallets: wallets.map((wallet) => wallet.address),
    pollIntervalMs: chains.configOf(network).pollingIntervalMs ?? 1_000,
    async check({ payload, requirements }) {
      const verdict = await chains.checkSignature(payload, requirements)
      return verdict.isValid ? null : refuse(verdict.invalidReason ?? reasons.invalidPayload)
    },
    replace: async () => null,
    findAuthorization,
  } satisfies Partial<SettlementChain>
}
