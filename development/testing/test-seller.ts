import { randomBytes } from 'node:crypto'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { sessionCookieName } from '@/lib/gate/sign-in/session-cookie'
import { createSession } from '@/lib/gate/sign-in/sessions'
import { createKey } from '@/lib/shop/sellers/keys/keys'
import { confirmPayTo } from '@/lib/shop/sellers/payments/payees'
import { createSeller } from '@/lib/shop/sellers/shop'
import type { TestSite } from './open-test-site'
import { confirmed } from './sign-in-proofs'

export type TestSeller = Awaited<ReturnType<typeof createTestSeller>>

type TestShop = { handle: string; name: string; payTo: `0x${string}`; wallet: PrivateKeyAccount }

/** A new seller with an account, a shop and a confirmed payee on the local EVM chain. */
export async function createTestSeller({ application }: Pick<TestSite, 'application'>, shop: Partial<TestShop> = {}) {
  const wallet = shop.wallet ?? privateKeyToAccount(generatePrivateKey())
  const session = await signInTestWallet(application, wallet)
  const actor = { accountId: session.accountId }
  const handle = shop.handle ?? `shop-${randomBytes(5).toString('hex')}`
  await createSeller(application.sellers, actor, { handle, name: shop.name ?? 'A shop of the tests' })
  const payTo = shop.payTo ?? privateKeyToAccount(generatePrivateKey()).address
  const input = { network: BASE_SEPOLIA, address: payTo, confirmation: payTo }
  await confirmed(wallet, (proof) => confirmPayTo(application.sellers, actor, input, proof))
  return { actor, handle, payTo, sessionToken: session.token, wallet }
}

/** A session of that wallet's account, which is new at its first sign-in. */
export const signInTestWallet = (
  { database }: Pick<TestSite['application'], 'database'>,
  { address }: PrivateKeyAccount,
  userAgent: string | null = null,
) => createSession(database, { wallet: { scope: 'evm', address }, userAgent, now: new Date() })

/** A key of that seller's shop, signed for by the seller's wallet. */
export const createTestKey = (
  { application }: Pick<TestSite, 'application'>,
  { actor, wallet }: Pick<TestSeller, 'actor' | 'wallet'>,
  input: { name: string; scopes: string[] },
) => confirmed(wallet, (proof) => createKey(application.sellers, actor, input, proof))

export const cookieOf = ({ origin }: Pick<TestSite, 'origin'>, { sessionToken }: Pick<TestSeller, 'sessionToken'>) =>
  `${sessionCookieName(origin)}=${sessionToken}`

export const priceOf = (dollars: string) => ({ dollars, networks: [BASE_SEPOLIA] })
