import type { Refusal, SettlementChain, WalletState } from '@/lib/base/chains/settlement/settlement-chain'
import { keepBriefly } from '@/lib/base/infra/keep-briefly'
import { reasons } from '@/lib/base/x402/reasons'
import type { FacilitatorDeps, FacilitatorLimits } from './ports'

/** The gas wallets of a network, and which of them cannot pay. */
export type GasWallets = {
  /** Asks the network. A low wallet leaves the rotation, and returns to it when it is filled. */
  look(): Promise<WalletState[]>
  isDry(wallet: string): boolean
  /** Null while some wallet can pay, as far as known. While none can, the network is asked again. */
  refusal(): Promise<Refusal | null>
}

export function createGasWallets(
  { log }: Pick<FacilitatorDeps, 'log'>,
  { healthMaxAgeMs }: Pick<FacilitatorLimits, 'healthMaxAgeMs'>,
  { network, wallets, readWallet }: Pick<SettlementChain, 'network' | 'wallets' | 'readWallet'>,
): GasWallets {
  const dry = new Set<string>()
  let isTold = false
  const areAllDry = () => wallets.length > 0 && wallets.every((wallet) => dry.has(wallet))
  const look = keepBriefly(async () => {
    const states = await Promise.all(wallets.map((wallet) => readWallet(wallet)))
    for (const { address, isDry } of states) dry[isDry ? 'add' : 'delete'](address)
    if (areAllDry() && !isTold) log.error({ network, wallets }, 'gas: no wallet can pay, so payments here are refused')
    if (!areAllDry() && isTold) log.info({ network }, 'gas: a wallet can pay again, and payments here are taken')
    isTold = areAllDry()
    return states
  }, healthMaxAgeMs)
  return {
    look,
    isDry: (wallet) => dry.has(wallet),
    refusal: async () => {
      if (!areAllDry()) return null
      // A network that does not answer now is found out by what is asked next.
      await look().catch(() => null)
      return areAllDry() ? empty : null
    },
  }
}

const empty: Refusal = {
  isRefused: true,
  reason: reasons.gasWalletsEmpty,
  message: 'No wallet of this facilitator can pay for gas on this network. Nothing was paid; come back later.',
}
