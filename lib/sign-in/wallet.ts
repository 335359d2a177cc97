import type { Family } from '@/lib/x402/networks'

/**
 * A wallet that was proven, and where that counts. A key is its owner's on every network of its family; a contract
 * wallet only on the one CAIP-2 network that vouched for it.
 */
export type ProvenWallet = { scope: Family | string; address: string }
