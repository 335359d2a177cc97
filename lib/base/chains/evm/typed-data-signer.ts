import type { EvmAccount } from './evm-account'

export type SignTypedData = (parameters: {
  domain: Record<string, unknown>
  types: Record<string, unknown>
  primaryType: string
  message: Record<string, unknown>
}) => Promise<`0x${string}`>

export const typedDataSigner =
  (account: EvmAccount): SignTypedData =>
  (parameters) =>
    account.signTypedData(parameters as Parameters<typeof account.signTypedData>[0]) // viem's own type is generic.
