import type { SignTypedData } from '@/lib/base/x402/offer-receipt'
import type { EvmAccount } from './evm-account'

export const typedDataSigner =
  (account: EvmAccount): SignTypedData =>
  (parameters) =>
    account.signTypedData(parameters as Parameters<typeof account.signTypedData>[0]) // viem's own type is generic.
