import { inject } from 'vitest'
import { devnetRpcUrls, type FundRequest, fundDevnetWallet } from '@/lib/base/chains/devnet-faucet'

export type TestWorld = ReturnType<typeof testWorld>

/** The local networks that all integration tests of one run share. */
export function testWorld() {
  const urls = { evmRpcUrl: inject('evmRpcUrl'), svmRpcUrl: inject('svmRpcUrl'), avmUrl: inject('avmUrl') }
  const rpcUrls = devnetRpcUrls(urls)
  /** Gives a wallet test money. Fund your own wallets: the roles of devnet/wallets.ts are shared by all tests. */
  const faucet = (request: FundRequest) => fundDevnetWallet(rpcUrls, request)
  return { ...urls, rpcUrls, faucet }
}
