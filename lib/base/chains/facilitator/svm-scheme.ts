import type { Address } from '@solana/kit'
import type { SchemeNetworkFacilitator } from '@x402/core/types'
import { type FacilitatorSvmSigner, toFacilitatorSvmSigner } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/facilitator'
import type { Chains } from '../chains'
import type { GasWallets } from './gas-wallets'
import type { OutageWatch } from './outage-watch'

/** The SDK's Solana scheme for one verification, over our RPC client and all of our fee payers. */
export function createSvmScheme(input: {
  chains: Chains
  wallets: GasWallets
  network: string
  outage: OutageWatch
}): SchemeNetworkFacilitator | null {
  const { chains, wallets, network, outage } = input
  const first = wallets.svm[0]
  if (!first) return null
  const signer = toFacilitatorSvmSigner(idle(first.address), { [network]: chains.svmRpc(network) as SdkRpc })
  return new ExactSvmScheme({
    ...signer,
    getAddresses: () => wallets.svm.map((wallet) => wallet.address),
    simulateTransaction: (...args) => outage.watch(signer.simulateTransaction(...args)),
  } satisfies FacilitatorSvmSigner)
}

/** Verifying signs nothing. */
const idle = (address: Address) => ({
  address,
  signMessages: () => Promise.reject(new Error('Expected nothing to sign.')),
  signTransactions: () => Promise.reject(new Error('Expected nothing to sign.')),
})

/** The SDK wants a client branded with its cluster; ours uses the configured one. */
type SdkRpc = Extract<Parameters<typeof toFacilitatorSvmSigner>[1], { getSlot: unknown }>
