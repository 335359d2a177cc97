import { inject } from 'vitest'
import { devnetRpcUrls, type FundReceipt, type FundRequest, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'

export type TestWorld = {
  evmRpcUrl: string
  svmRpcUrl: string
  avmUrl: string
  rpcUrls: Record<string, string>
  /** Gives a wallet test money. Fund your own wallets: the roles of devnet/wallets.ts are shared by all tests. */
  faucet: (request: FundRequest) => Promise<FundReceipt>
}

/** The local networks that all integration tests of one run share. */
export function testWorld(): TestWorld {
  const urls = { evmRpcUrl: inject('evmRpcUrl'), svmRpcUrl: inject('svmRpcUrl'), avmUrl: inject('avmUrl') }
  const rpcUrls = devnetRpcUrls(urls)
  return { ...urls, rpcUrls, faucet: (request) => fundDevnetWallet(rpcUrls, request) }
}
