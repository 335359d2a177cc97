import { base, baseSepolia, type Chain } from 'viem/chains'

/** EVM chains that server and page read and wallets are switched to, by viem's description of them. */
export const knownChains: readonly Chain[] = [base, baseSepolia]
