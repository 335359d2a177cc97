import {
  type Address,
  generateKeyPairSigner,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
} from '@solana/kit'
import { MEMO_PROGRAM_ADDRESS } from '@x402/svm'
import { expect, it } from 'vitest'
import { buildRequirements } from '../build-requirements'
import { signSvmPayment, supportedBy } from '../testing/signed-payments'
import { readSvmTransaction, withFeePayerSignature } from './svm-transaction'

const [payer, seller, gas] = await Promise.all([1, 2, 3].map(() => generateKeyPairSigner()))
if (!payer || !seller || !gas) throw new Error('Expected three signers.')
const requirements = buildRequirements({
  ...{ scheme: 'exact', network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', price: '$0.10', maxTimeoutSeconds: 60 },
  payTo: seller.address,
  supported: supportedBy({ svm: gas.address }),
})
const memo = { programAddress: MEMO_PROGRAM_ADDRESS as Address, data: Uint8Array.of(65, 66) } // A well-known program.
const { payload } = await signSvmPayment(payer, requirements, { instructionsAfter: [memo] })
const version0 = Buffer.from(String(payload['transaction']), 'base64')
const MESSAGE_AT = 129
// Without the version before it, and the number of lookup tables behind it.
const legacy = Buffer.concat([version0.subarray(0, MESSAGE_AT), version0.subarray(MESSAGE_AT + 1, -1)])
const table = Buffer.concat([Buffer.alloc(32, 7), Buffer.of(2, 0, 1), Buffer.of(1, 2)])
const withTable = Buffer.concat([version0.subarray(0, -1), Buffer.of(1), table])

const [transactions, messages] = [getTransactionDecoder(), getCompiledTransactionMessageDecoder()]
const [messageEncoder, addressEncoder] = [getCompiledTransactionMessageEncoder(), getAddressEncoder()]

/** A transaction as kit reads it, where kit would write the same bytes for it; null for all else. */
function readByKit(bytes: Buffer): unknown {
  try {
    const { messageBytes, signatures } = transactions.decode(bytes)
    const message = messages.decode(messageBytes)
    if (!Buffer.from(messageEncoder.encode(message)).equals(Buffer.from(messageBytes))) return null
    return {
      messageBytes: Buffer.from(messageBytes),
      signers: Object.entries(signatures).map(([address, signature]) => ({
        ...{ address, key: Buffer.from(addressEncoder.encode(address as Address)) }, // From its bytes.
        signature: signature && Buffer.from(signature),
      })),
      accounts: message.staticAccounts,
      blockhash: message.lifetimeToken,
      instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
        ...{ program: programAddressIndex, accounts: Buffer.from(accountIndices), data: Buffer.from([...data]) },
      })),
      lookupTables: 'addressTableLookups' in message ? (message.addressTableLookups?.length ?? 0) : 0,
    }
  } catch {
    return null
  }
}

function read(bytes: Buffer): unknown {
  try {
    return readSvmTransaction(bytes)
  } catch {
    return null
  }
}

it.each([
  ['the legacy form', legacy],
  ['version 0 with a lookup table', withTable],
])('reads a transaction of %s as kit does, and any other bytes', (_, bytes) => {
  expect(read(bytes)).not.toBeNull()
  const changed = [...bytes].map((value, place) => {
    const copy = Buffer.from(bytes)
    copy[place] = [value ^ 1, value ^ 0x80, 0][place % 3] ?? 0
    return copy
  })
  const some = changed.filter((_copy, place) => place % 4 === 0)
  const cut = [0, 1, 64, 130, 200, bytes.length - 40, bytes.length - 1].map((length) => bytes.subarray(0, length))
  for (const other of [bytes, ...some, ...cut, Buffer.concat([bytes, Buffer.of(0)])]) {
    expect(read(other)).toEqual(readByKit(other))
  }
})

it('reads no number that is written in more bytes than it takes', () => {
  const longer = Buffer.concat([Buffer.of(0x82, 0), version0.subarray(1)])
  expect(readSvmTransaction(version0).signers).toHaveLength(2)
  expect(read(longer)).toBeNull()
})

it('adds the signature of the fee payer', () => {
  const signature = Buffer.alloc(64, 9)
  const signed = readSvmTransaction(withFeePayerSignature(version0, signature))
  const before = readSvmTransaction(version0)
  expect(signed.signers).toEqual([{ ...before.signers[0], signature }, before.signers[1]])
  expect(signed.messageBytes).toEqual(before.messageBytes)
})
