import { type APIRequestContext, expect } from '@playwright/test'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA } from '../wallets/evm-wallet'
import { fund } from '../wallets/fund'

/** A stranger with a new wallet buys what is there, whatever its form. */
export async function buyText(request: APIRequestContext, url: string): Promise<void> {
  const buyer = privateKeyToAccount(generatePrivateKey())
  await fund(request, { network: BASE_SEPOLIA, address: buyer.address, amount: '1000000' })
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(buyer))
  expect((await wrapFetchWithPayment(fetch, client)(url)).status).toBe(200)
}
