import { randomBytes } from 'node:crypto'
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { SvmChain } from './chain'
import type { Account } from './ledger'
import { mintAuthority, usdcMint } from './rpc-error'
import { BLOCKHASH_LIFETIME_SLOTS } from './slot-clock'
import { parseWireTransaction, signatureOf } from './wire-transaction'

// The value that clusters report for accounts that never pay rent: the largest u64.
const NEVER_PAYS_RENT = 18446744073709551615n

type AccountOptions = { dataSlice?: { offset: number; length: number } }

/** An account as the RPC writes it, in `base64`; bytes may be a slice of them. */
export function accountJson(account: Account | null, { dataSlice }: AccountOptions) {
  if (account === null) return null
  const { lamports, owner, executable, data } = account
  const bytes = dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  return {
    lamports,
    owner,
    executable,
    rentEpoch: NEVER_PAYS_RENT,
    space: data.length,
    data: [Buffer.from(bytes).toString('base64'), 'base64'],
  }
}

/**
 * Opens the owner's USDC account when it is not there and mints to it, as one transaction of the mint authority.
 * An amount of zero only opens the account. Returns the transaction's signature.
 */
export async function fundTokenAccount(chain: SvmChain, owner: Address, amountAtomic: bigint): Promise<string> {
  const authority = await mintAuthority()
  const [ata] = await findAssociatedTokenPda({ mint: usdcMint, owner, tokenProgram: TOKEN_PROGRAM_ADDRESS })
  const open = getCreateAssociatedTokenIdempotentInstruction({ payer: authority, ata, owner, mint: usdcMint })
  const mint = getMintToInstruction({ mint: usdcMint, token: ata, mintAuthority: authority, amount: amountAtomic })
  const lifetime = {
    blockhash: chain.clock.latestBlockhash(),
    lastValidBlockHeight: chain.clock.blockHeight() + BLOCKHASH_LIFETIME_SLOTS,
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (draft) => setTransactionMessageFeePayerSigner(authority, draft),
    (draft) => setTransactionMessageLifetimeUsingBlockhash(lifetime, draft),
    (draft) => appendTransactionMessageInstructions([open, mint, uniqueMark()], draft),
  )
  const signed = await signTransactionMessageWithSigners(message)
  const transaction = parseWireTransaction(getBase64EncodedWireTransaction(signed), 'base64')
  const { err, logMessages } = chain.execute(transaction)
  if (err !== null) throw new Error(`Funding failed: ${JSON.stringify(err)} ${logMessages.join(' | ')}`)
  return signatureOf(transaction) ?? ''
}

/** A random memo: equal requests within one slot must not be one transaction. */
const uniqueMark = () => ({
  programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  data: new Uint8Array(Buffer.from(randomBytes(8).toString('hex'))),
})
