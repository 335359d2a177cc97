import type { Address } from 'viem'
import type { EvmAccount } from './evm-account'
import { type SignTypedData, typedDataSigner } from './typed-data-signer'

/** Signs claims and refunds of payment channels whose receiver leaves that to us. */
export type ReceiverAuthorizer = { address: Address; sign: SignTypedData }

export const createReceiverAuthorizer = (account: EvmAccount): ReceiverAuthorizer => ({
  address: account.address,
  sign: typedDataSigner(account),
})
