import {
  createSolanaRpc,
  isSolanaError,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  address as toAddress,
} from '@solana/kit'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

export async function readSvmBalance(mint: string, owner: string, rpcUrl: string): Promise<bigint> {
  const [account] = await findAssociatedTokenPda({
    mint: toAddress(mint),
    owner: toAddress(owner),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  try {
    const { value } = await createSolanaRpc(rpcUrl).getTokenAccountBalance(account).send()
    return BigInt(value.amount)
  } catch (error) {
    // A wallet that was never paid in this token has no account for it.
    if (isSolanaError(error, SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)) return 0n
    throw error
  }
}
