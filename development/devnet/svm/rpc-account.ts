import { randomBytes } from 'node:crypto'
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  isSome,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import {
  AccountState,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getMintToInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import type { SvmChain } from './chain'
import { type Account, type Ledger, parseMint, parseTokenAccount, tokenAmount } from './ledger'
import { mintAuthority, usdcMint } from './rpc-error'
import { BLOCKHASH_LIFETIME_SLOTS } from './slot-clock'
import { parseWireTransaction, signatureOf } from './wire-transaction'

// The value that clusters report for accounts that never pay rent: the largest u64.
const NEVER_PAYS_RENT = 18446744073709551615n

type AccountOptions = { encoding?: unknown; dataSlice?: { offset: number; length: number } }

/** An account as the RPC writes it, in `base64` (default), `base58` or `jsonParsed`; bytes may be a slice of them. */
export function accountJson(ledger: Ledger, account: Account | null, { encoding, dataSlice }: AccountOptions) {
  if (account === null) return null
  const { lamports, owner, executable, data } = account
  const bytes = dataSlice ? data.subarray(dataSlice.offset, dataSlice.offset + dataSlice.length) : data
  return {
    lamports,
    owner,
    executable,
    rentEpoch: NEVER_PAYS_RENT,
    space: data.length,
    data: encodedData(ledger, account, encoding, bytes),
  }
}

function encodedData(ledger: Ledger, account: Account, encoding: unknown, bytes: Uint8Array) {
  if (encoding === 'base58') return [getBase58Decoder().decode(bytes), 'base58']
  const parsed = encoding === 'jsonParsed' ? parsedData(ledger, account) : null
  return parsed ?? [Buffer.from(bytes).toString('base64'), 'base64']
}

function parsedData(ledger: Ledger, account: Account) {
  const frame = { program: 'spl-token', space: account.data.length }
  const token = parseTokenAccount(account)
  if (token !== null) {
    const decimals = parseMint(ledger.find(token.mint))?.decimals ?? 0
    const info = {
      mint: token.mint,
      owner: token.owner,
      state: token.state === AccountState.Frozen ? 'frozen' : 'initialized',
      isNative: isSome(token.isNative),
      tokenAmount: tokenAmount(token.amount, decimals),
    }
    return { ...frame, parsed: { type: 'account', info } }
  }
  const mint = parseMint(account)
  if (mint === null) return null
  const info = {
    decimals: mint.decimals,
    isInitialized: mint.isInitialized,
    supply: mint.supply.toString(),
    mintAuthority: isSome(mint.mintAuthority) ? mint.mintAuthority.value : null,
    freezeAuthority: isSome(mint.freezeAuthority) ? mint.freezeAuthority.value : null,
  }
  return { ...frame, parsed: { type: 'mint', info } }
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
