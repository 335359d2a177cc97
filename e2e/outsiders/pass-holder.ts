import type { APIRequestContext } from '@playwright/test'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA } from '../wallets/evm-wallet'
import { fund } from '../wallets/fund'

/** A program of the SDK's own parts with one new wallet: pays for an address, or only signs in to it. */
export async function openHolder(request: APIRequestContext) {
  const account = privateKeyToAccount(generatePrivateKey())
  await fund(request, { network: BASE_SEPOLIA, address: account.address, amount: '1000000' })
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
  const [paying, signingIn] = [wrapFetchWithPayment(fetch, client), wrapFetchWithSIWx(fetch, account)]
  return {
    fetchPaid: async (url: string) => (await paying(url)).status,
    fetchSignedIn: async (url: string) => (await signingIn(url)).status,
  }
}
