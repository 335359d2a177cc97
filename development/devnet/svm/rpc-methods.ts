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
import { type LedgerAccount, parseMint, parseTokenAccount, tokenAmount } from './ledger'
import { DEVNET_GENESIS_HASH, invalidParams, mintAuthority, usdcMint } from './rpc-error'
import {
  requireBase58,
  sendTransaction,
  signatureStatus,
  signaturesForAddress,
  simulateTransaction,
  transactionJson,
} from './rpc-transaction'
import { BLOCKHASH_LIFETIME_SLOTS } from './slot-clock'
import { parseWireTransaction, signatureOf } from './wire-transaction'

// The value that clusters report for accounts that never pay rent: the largest u64.
const NEVER_PAYS_RENT = 18446744073709551615n

type AccountOptions = { dataSlice?: { offset: number; length: number } }

/** An account as the RPC writes it, in `base64`; bytes may be a slice of them. */
function accountJson(account: LedgerAccount | null, { dataSlice }: AccountOptions) {
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
async function fundTokenAccount(chain: SvmChain, owner: Address, amountAtomic: bigint): Promise<string> {
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

type RpcMethod = (chain: SvmChain, params: unknown[]) => unknown

const SLOTS_PER_EPOCH = 432_000n
// The most that a cluster's faucet gives; larger amounts would not survive JSON numbers elsewhere.
const MAX_AIRDROP_LAMPORTS = 1_000_000_000_000_000n

/** Every method of the node by name: Solana's own, and two of the local chain's under `devnet_`. */
export const rpcMethods: Record<string, RpcMethod> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': 'litesvm', 'feature-set': 0 }),
  getGenesisHash: () => DEVNET_GENESIS_HASH,
  getSlot: (chain) => chain.clock.slot(),
  getBlockHeight: (chain) => chain.clock.blockHeight(),
  getEpochInfo: (chain) => epochInfo(chain),
  getLatestBlockhash: (chain) =>
    inContext(chain, {
      blockhash: chain.clock.latestBlockhash(),
      lastValidBlockHeight: chain.clock.blockHeight() + BLOCKHASH_LIFETIME_SLOTS,
    }),
  isBlockhashValid: (chain, [hash]) => inContext(chain, chain.clock.slotOf(String(hash)) !== null),

  getBalance: (chain, [owner]) => inContext(chain, chain.ledger.find(requireAddress(owner))?.lamports ?? 0n),
  getAccountInfo: (chain, [wanted, options]) => inContext(chain, readAccount(chain, wanted, options)),
  getMultipleAccounts: (chain, [wanted, options]) =>
    inContext(
      chain,
      requireList(wanted, 100).map((each) => readAccount(chain, each, options)),
    ),
  getTokenAccountBalance: (chain, [wanted]) => {
    const token = parseTokenAccount(chain.ledger.find(requireAddress(wanted)))
    if (token === null) throw invalidParams('could not find account')
    const decimals = parseMint(chain.ledger.find(token.mint))?.decimals ?? 0
    return inContext(chain, tokenAmount(token.amount, decimals))
  },

  sendTransaction: (chain, [wire, options]) => sendTransaction(chain, wire, optionsOf(options)),
  simulateTransaction: (chain, [wire, options]) =>
    inContext(chain, simulateTransaction(chain, wire, optionsOf(options))),
  getSignatureStatuses: (chain, [signatures]) =>
    inContext(
      chain,
      requireList(signatures, 256).map((each) => signatureStatus(chain.findTransaction(requireSignature(each)))),
    ),
  getTransaction: (chain, [signature, options]) => {
    const encoding = typeof options === 'string' ? options : optionsOf(options).encoding
    return transactionJson(chain.findTransaction(requireSignature(signature)), encoding)
  },
  getSignaturesForAddress: (chain, [wanted, options]) =>
    signaturesForAddress(chain, requireAddress(wanted), optionsOf(options)),

  requestAirdrop: (chain, [to, lamports]) => {
    const amountLamports = requireAmount(lamports, 'lamports')
    if (amountLamports > MAX_AIRDROP_LAMPORTS) throw invalidParams(`at most ${MAX_AIRDROP_LAMPORTS} lamports at once`)
    return chain.airdrop(requireAddress(to), amountLamports)
  },
  devnet_fundTokenAccount: (chain, [owner, amountAtomic]) =>
    fundTokenAccount(chain, requireAddress(owner), requireAmount(amountAtomic, 'an amount')),
  devnet_advanceSlots: (chain, [slots]) => {
    chain.advanceSlots(Number(requireAmount(slots, 'a number of slots')))
    return chain.clock.slot()
  },
}

const inContext = (chain: SvmChain, value: unknown) => ({
  context: { apiVersion: 'litesvm', slot: chain.clock.slot() },
  value,
})

function epochInfo(chain: SvmChain) {
  const absoluteSlot = chain.clock.slot()
  const slotIndex = absoluteSlot % SLOTS_PER_EPOCH
  const epoch = absoluteSlot / SLOTS_PER_EPOCH
  return { absoluteSlot, blockHeight: chain.clock.blockHeight(), epoch, slotIndex, slotsInEpoch: SLOTS_PER_EPOCH }
}

const readAccount = (chain: SvmChain, wanted: unknown, options: unknown) =>
  accountJson(chain.ledger.find(requireAddress(wanted)), optionsOf(options))

const requireAddress = (text: unknown) => address(requireBase58(text, 32, 'an address of 32 bytes'))
const requireSignature = (text: unknown) => requireBase58(text, 64, 'a signature of 64 bytes')

function requireList(value: unknown, longest: number): unknown[] {
  if (Array.isArray(value) && value.length <= longest) return value
  throw invalidParams(`expected a list of at most ${longest}`)
}

function requireAmount(value: unknown, what: string): bigint {
  const isWhole =
    typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : /^\d{1,20}$/.test(String(value))
  if (!isWhole) throw invalidParams(`expected ${what}: a whole number, not negative`)
  return BigInt(value as number | string)
}

function optionsOf(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidParams('expected an object of options')
  return value as Record<string, unknown>
}
