import type { Family } from './networks'

/**
 * A wallet whose holder has signed, and the scope of that proof. A key is its owner's on every network of its family; a
 * contract wallet only on the one CAIP-2 network where it was proven, as the same address elsewhere may be another
 * contract.
 */
export type ProvenWallet = { scope: Family | string; address: string }
