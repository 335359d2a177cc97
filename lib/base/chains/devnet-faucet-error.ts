export type DevnetFaucetCode =
  | 'FAUCET_NETWORK_UNKNOWN'
  | 'FAUCET_ADDRESS_INVALID'
  | 'FAUCET_AMOUNT_INVALID'
  | 'FAUCET_UNAVAILABLE'

/** A faucet order that was refused, with a stable code and a sentence that people can read. */
export class DevnetFaucetError extends Error {
  override name = 'DevnetFaucetError'

  constructor(
    readonly code: DevnetFaucetCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

/** One wallet's order, with the address of the local node that will carry it out. */
export type FaucetOrder = {
  rpcUrl: string
  network: string
  address: string
  amountAtomic: bigint
  includesGas: boolean
}

export const invalidAddress = (family: string) =>
  new DevnetFaucetError('FAUCET_ADDRESS_INVALID', `That is not an address of ${family}.`)

export const faucetUnavailable = (cause: unknown) =>
  new DevnetFaucetError('FAUCET_UNAVAILABLE', 'The local node did not carry out the order; is the devnet running?', {
    cause,
  })

/** Compares by shape: Next.js loads a module several times in one process, and `instanceof` would miss a copy. */
export const isDevnetFaucetError = (error: unknown): error is DevnetFaucetError =>
  error instanceof Error && error.name === 'DevnetFaucetError'
