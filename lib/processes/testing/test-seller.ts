import { randomBytes } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { TestShop } from './start-shop'
import { createSession } from '@/lib/sign-in/create-session'
import { BASE_SEPOLIA } from '@/lib/x402/networks'
import type { Actor } from '@/lib/sellers/actor'
import { confirmPayTo } from '@/lib/sellers/confirm-pay-to'
import { createSeller } from '@/lib/sellers/create-seller'

export type TestSeller = { actor: Actor; handle: string; payTo: `0x${string}`; sessionToken: string }

/** A new seller with an account, a shop and a confirmed payee on the local EVM chain. */
export async function createTestSeller({ application }: Pick<TestShop, 'application'>): Promise<TestSeller> {
  const wallet = { scope: 'evm', address: privateKeyToAccount(generatePrivateKey()).address }
  const session = await createSession(application.database, { wallet, userAgent: null, now: new Date() })
  const actor = { accountId: session.accountId }
  const handle = `shop-${randomBytes(5).toString('hex')}`
  await createSeller(application.sellers, actor, { handle, name: 'A shop of the tests' })
  const payTo = privateKeyToAccount(generatePrivateKey()).address
  const input = { network: BASE_SEPOLIA, address: payTo, confirmation: payTo }
  await confirmPayTo(application.sellers, actor, input)
  return { actor, handle, payTo, sessionToken: session.token }
}

export const priceOf = (dollars: string) => ({ dollars, networks: [BASE_SEPOLIA] })
