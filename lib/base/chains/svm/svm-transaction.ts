import { type Address, getAddressDecoder } from '@solana/kit'
import { LRUCache } from 'lru-cache'

/** A transaction as its bytes say, without what its lookup tables hold. */
export type SvmTransaction = ReturnType<typeof readSvmTransaction>

export const MAX_TRANSACTION_BYTES = 1_232
const SIGNATURE_BYTES = 64
const KEY_BYTES = 32

/** Set in the first byte of a message with a version, of which 0 is the only one. */
const VERSION_0 = 0x80

/**
 * Reads a whole transaction of the legacy form or version 0, in one pass: kit's decoders take some fifty times as long,
 * and leave apart whether other bytes mean the same. Fails on any bytes but the ones that kit writes for what they say;
 * the tests hold the two equal.
 */
export function readSvmTransaction(bytes: Buffer) {
  const { take, byte, length, end, isAt } = cursor(bytes)
  const signatures = list(length(), () => take(SIGNATURE_BYTES))
  const messageAt = end()
  const isVersioned = (bytes[messageAt] ?? 0) >= VERSION_0
  if (isVersioned && byte() !== VERSION_0) throw malformed()
  const [signerCount = 0] = take(3)
  const keys = list(length(), () => take(KEY_BYTES))
  if (signerCount !== signatures.length || signerCount > keys.length) throw malformed()
  const accounts = keys.map(addressOf)
  const blockhash = addressOf(take(KEY_BYTES))
  // Numbers are places in the message's accounts, and from there on in those of its lookup tables.
  const instructions = list(length(), () => ({ program: byte(), accounts: take(length()), data: take(length()) }))
  const lookupTables = isVersioned ? length() : 0
  for (let table = 0; table < lookupTables; table += 1) {
    take(KEY_BYTES)
    take(length())
    take(length())
  }
  if (!isAt(bytes.length)) throw malformed()
  // The message's first accounts, its fee payer before all.
  const signers = signatures.map((signature, place) => {
    const [address, key] = [accounts[place], keys[place]]
    if (!address || !key) throw malformed()
    return { address, key, signature: signature.some((part) => part !== 0) ? signature : null }
  })
  return { messageBytes: bytes.subarray(messageAt), signers, accounts, blockhash, instructions, lookupTables }
}

export function withFeePayerSignature(bytes: Buffer, signature: Uint8Array): Buffer {
  const signed = Buffer.from(bytes)
  // Their number is one byte here: so many as would take two do not fit into a transaction.
  signed.set(signature, 1)
  return signed
}

function cursor(bytes: Buffer) {
  let at = 0
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw malformed()
    at += count
    return bytes.subarray(at - count, at)
  }
  const byte = () => take(1).readUInt8()
  /** Seven bits a byte, the lowest first; in as few bytes as it takes. */
  const length = (): number => {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const part = byte()
      value |= (part & 0x7f) << shift
      if (part === 0 && shift > 0) break
      if (part < 0x80) return value
    }
    throw malformed()
  }
  return { take, byte, length, end: () => at, isAt: (place: number) => at === place }
}

const list = <T>(count: number, read: () => T): T[] => {
  const entries: T[] = []
  while (entries.length < count) entries.push(read())
  return entries
}

const malformed = () => new Error('Expected the bytes of one Solana transaction.')

const decoder = getAddressDecoder()

/** Programs, mints, payees and fee payers come with every payment. */
const texts = new LRUCache<string, Address>({ max: 10_000 })

function addressOf(key: Buffer): Address {
  const cacheKey = key.toString('latin1')
  const known = texts.get(cacheKey)
  if (known) return known
  const text = decoder.decode(key)
  texts.set(cacheKey, text)
  return text
}
