/** The emulator says it is testnet, so that its transactions have the genesis that the SDK expects. */
export const testnet = {
  genesisId: 'testnet-v1.0',
  genesisHash: 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=',
  usdcAssetId: 10458941n,
} as const

export const ROUND_MS = 2800
export const MINIMUM_FEE_MICRO_ALGOS = 1000n
/** The balance that an account must keep, and again for every asset that it opted in to. */
export const MINIMUM_BALANCE_MICRO_ALGOS = 100_000n
