import type { APIRequestContext } from '@playwright/test'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA } from '../wallets/evm-wallet'
import { fund } from '../wallets/fund'

export type Purchase = { status: number; text: string; settled: { success: boolean; transaction: string } | null }

/** A stranger with a new wallet buys what is there by the SDK's own client. */
export async function buy(request: APIRequestContext, url: string): Promise<Purchase> {
  const buyer = privateKeyToAccount(generatePrivateKey())
  await fund(request, { network: BASE_SEPOLIA, address: buyer.address, amount: '1000000' })
  const client = new x402Client().register('eip155:*', new ExactEvmScheme(buyer))
  const answer = await wrapFetchWithPayment(fetch, client)(url)
  const settled = answer.headers.get('payment-response')
  return {
    status: answer.status,
    text: await answer.text(),
    settled: settled ? decodePaymentResponseHeader(settled) : null,
  }
}
