import { type Address, getBase64Encoder } from '@solana/kit'
import { getTokenDecoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { associatedTokenAddress } from './associated-token'
import type { SvmRpc } from './svm-rpc'

/** What a wallet's associated token account holds of a mint, atomic units; zero when there is none. */
export async function readSvmBalance(rpc: SvmRpc, mint: string, owner: string): Promise<bigint> {
  // The node refuses what is no address.
  const account = associatedTokenAddress(owner as Address, mint as Address, TOKEN_PROGRAM_ADDRESS)
  const { value } = await rpc.getAccountInfo(account, { encoding: 'base64', commitment: 'confirmed' }).send()
  return value ? getTokenDecoder().decode(getBase64Encoder().encode(value.data[0])).amount : 0n
}
