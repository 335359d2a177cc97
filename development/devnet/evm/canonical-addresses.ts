import type { Address } from 'viem'

/** The contracts' addresses on every chain; the local chain has ours at the same ones. */
export const canonicalAddresses = {
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  exactProxy: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001',
  uptoProxy: '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002',
  batchSettlement: '0x4020074e9dF2ce1deE5A9C1b5c3f541D02a10003',
  erc3009DepositCollector: '0x4020806089470a89826cB9fB1f4059150b550004',
  permit2DepositCollector: '0x4020425FAf3B746C082C2f942b4E5159887B0005',
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
} as const satisfies Record<string, Address>

export const localAddresses = {
  smartWalletFactory: '0x00000000000000000000000000000000fac70001',
} as const satisfies Record<string, Address>

/** The chain that the local node stands in for: Base Sepolia. */
export const CHAIN_ID = 84532
export const usdc: Address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
