import { randomBytes } from 'node:crypto'
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  getBase58Decoder,
  getBase58Encoder,
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
import { invalidParams, mintAuthority, usdcMint } from './rpc-error'
import { BLOCKHASH_LIFETIME_SLOTS } from './slot-clock'
import { parseWireTransaction, signatureOf } from './wire-transaction'

// The value that clusters report for accounts that never pay rent: the largest u64.
const NEVER_PAYS_RENT = 18446744073709551615n

/** An account as the RPC writes it, in `base64` (default), `base58` or `jsonParsed`; bytes may be a slice of them. */
export function accountJson(
  ledger: Ledger,
  account: Account | null,
  encoding: unknown = 'base64',
  dataSlice?: unknown,
) {
  if (account === null) return null
  const { lamports, owner, executable, data } = account
  return {
    lamports,
    owner,
    executable,
    rentEpoch: NEVER_PAYS_RENT,
    space: data.length,
    data: encodedData(ledger, account, encoding, sliceOf(account.data, dataSlice)),
  }
}

function sliceOf(data: Uint8Array, dataSlice: unknown): Uint8Array {
  if (dataSlice === undefined || dataSlice === null) return data
  const { offset, length } = dataSlice as { offset?: unknown; length?: unknown }
  const [start, size] = [Number(offset), Number(length)]
  if (Number.isSafeInteger(start) && Number.isSafeInteger(size) && start >= 0 && size >= 0)
    return data.subarray(start, start + size)
  throw invalidParams('dataSlice must have an offset and a length')
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

type Filter = { dataSize?: number; memcmp?: { offset: number; bytes: string; encoding?: string } }

/** Keeps the accounts that pass every filter of getProgramAccounts. */
export function filterAccounts<Row extends { account: Account }>(rows: Row[], filters: unknown): Row[] {
  if (filters === undefined || filters === null) return rows
  if (!Array.isArray(filters)) throw invalidParams('filters must be a list')
  return rows.filter(({ account }) => (filters as Filter[]).every((filter) => passes(account, filter)))
}

function passes(account: Account, { dataSize, memcmp }: Filter): boolean {
  if (dataSize !== undefined && account.data.length !== Number(dataSize)) return false
  if (memcmp === undefined) return true
  const wanted =
    memcmp.encoding === 'base64'
      ? Buffer.from(memcmp.bytes, 'base64')
      : Buffer.from(getBase58Encoder().encode(memcmp.bytes))
  const start = Number(memcmp.offset)
  return Buffer.from(account.data)
    .subarray(start, start + wanted.length)
    .equals(wanted)
}

/** The token accounts of one owner, by mint or by token program. */
export function tokenAccountsOf(ledger: Ledger, owner: Address, mint: string | undefined, program: Address) {
  return ledger.findOwned(program).filter(({ account }) => {
    const token = parseTokenAccount(account)
    return token !== null && token.owner === owner && (mint === undefined || token.mint === mint)
  })
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
