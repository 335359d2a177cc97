import type { Address } from 'viem'
import type { EvmAccount } from './evm-account'

/** Signs claims and refunds of payment channels whose receiver leaves that to us. */
export type ReceiverAuthorizer = { address: Address; sign: SignTypedData }

export const createReceiverAuthorizer = (account: EvmAccount): ReceiverAuthorizer => ({
  address: account.address,
  sign: typedDataSigner(account),
})

export type SignTypedData = (parameters: {
  domain: Record<string, unknown>
  types: Record<string, unknown>
  primaryType: string
  message: Record<string, unknown>
}) => Promise<`0x${string}`>

const typedDataSigner =
  (account: EvmAccount): SignTypedData =>
  (parameters) =>
    account.signTypedData(parameters as Parameters<typeof account.signTypedData>[0]) // viem's own type is generic.
