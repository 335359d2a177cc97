import type { APIRequestContext, Page } from '@playwright/test'
import { BASE_SEPOLIA, type EvmTestWallet, injectEvmWallet } from './evm-wallet'

/** Test USDC for a wallet, from the faucet of the demo. */
export async function fund(
  request: APIRequestContext,
  order: { network: string; address: string; amount?: string },
): Promise<void> {
  const answer = await request.post('/devnet/faucet', { data: order })
  if (!answer.ok()) throw new Error(`The faucet answered ${answer.status()}: ${await answer.text()}`)
}

/** Puts an EVM wallet with test USDC into the page, a dollar unless `amount` says otherwise. */
export async function injectBuyer(
  page: Page,
  options: Parameters<typeof injectEvmWallet>[1] = {},
  amount = '1000000',
): Promise<EvmTestWallet> {
  const wallet = await injectEvmWallet(page, options)
  await fund(page.request, { network: BASE_SEPOLIA, address: wallet.address, amount })
  return wallet
}
