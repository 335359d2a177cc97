import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SignTypedData } from '@/lib/base/x402/offer-receipt'
import { createTypedDataSigner } from './typed-data-signer'

/** Signs claims and refunds of payment channels whose receiver leaves that to us. */
export type ReceiverAuthorizer = { address: Address; sign: SignTypedData }

/** Fails with a plain message, which never repeats the key, when it is not 32 bytes of hex. */
export function openReceiverAuthorizer(key: string): ReceiverAuthorizer {
  if (!/^0x[0-9a-fA-F]{64}$/.test(key)) {
    throw new Error('Expected the receiver authorizer as a key of 32 bytes in hex, starting with 0x.')
  }
  return { address: privateKeyToAccount(key as Hex).address, sign: createTypedDataSigner(key) } // The form was just checked.
}
