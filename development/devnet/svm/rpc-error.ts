import { createHash } from 'node:crypto'
import { address, createKeyPairSignerFromPrivateKeyBytes, type KeyPairSigner } from '@solana/kit'

/** An answer that JSON-RPC gives instead of a result; codes are Solana's. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
    this.name = 'RpcError'
  }
}

export const invalidParams = (message: string) => new RpcError(-32602, `Invalid params: ${message}`)

/** The local node says it is devnet, so that wallets and the x402 network identifier agree with it. */
export const DEVNET_GENESIS_HASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
export const usdcMint = address('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU')
export const USDC_DECIMALS = 6

/** Mints the test USDC and pays for the accounts that it opens. Its key is public knowledge, as all of devnet's. */
export const mintAuthority = (): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(
    new Uint8Array(createHash('sha256').update('turnpike devnet svm mint authority').digest()),
  )
