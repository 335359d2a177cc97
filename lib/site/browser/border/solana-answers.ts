import { getBase58Encoder } from '@solana/kit'
import { WalletError, walletErrorOf } from './wallet-error'

/** Calls a Solana wallet; each error becomes a `WalletError`. */
export async function askSolanaWallet<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (thrown) {
    throw walletErrorOf(thrown)
  }
}

/**
 * The 64 bytes of a signature, which wallets also hand over as a list of numbers, as base58, or inside an object.
 * Fails with `NO_SIGNATURE` for anything else.
 */
export function readSolanaSignature(answer: unknown): Uint8Array {
  const bytes = bytesOf(answer)
  if (bytes?.length !== 64) throw new WalletError('NO_SIGNATURE', '', null)
  return bytes
}

function bytesOf(answer: unknown): Uint8Array | null {
  if (answer instanceof Uint8Array) return new Uint8Array(answer)
  if (answer instanceof ArrayBuffer) return new Uint8Array(answer)
  if (Array.isArray(answer)) return Uint8Array.from(answer)
  if (typeof answer === 'string') return bytesOfBase58(answer)
  if (typeof answer !== 'object' || answer === null) return null
  if ('signature' in answer) return bytesOf(answer.signature)
  if ('data' in answer) return bytesOf(answer.data)
  // A typed array that went through JSON has its places as names.
  return '0' in answer ? Uint8Array.from(Object.values(answer)) : null
}

function bytesOfBase58(text: string): Uint8Array | null {
  try {
    return new Uint8Array(getBase58Encoder().encode(text))
  } catch {
    return null
  }
}
