import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { SignTypedData } from '@/lib/base/x402/offer-receipt'

export function createTypedDataSigner(key: string): SignTypedData {
  const account = privateKeyToAccount(key as Hex) // The environment's parser has checked its form.
  return (parameters) => account.signTypedData(parameters as Parameters<typeof account.signTypedData>[0]) // viem's own type is generic.
}
