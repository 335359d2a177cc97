import type { APIRequestContext } from '@playwright/test'

/** Test USDC for a wallet, from the faucet of the demo. */
export async function fund(
  request: APIRequestContext,
  order: { network: string; address: string; amount?: string },
): Promise<void> {
  const answer = await request.post('/devnet/faucet', { data: order })
  if (!answer.ok()) throw new Error(`The faucet answered ${answer.status()}: ${await answer.text()}`)
}
