import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSession } from '@/lib/gate/sign-in/create-session'
import type { Actor } from '@/lib/shop/sellers/actor'
import type { TestSite } from './start-test-site'

/** The account that signs in with that EVM wallet, else with a new one, as an actor of the pages. */
export async function createTestAccount(
  { application }: Pick<TestSite, 'application'>,
  address: string = privateKeyToAccount(generatePrivateKey()).address,
): Promise<Actor> {
  const wallet = { scope: 'evm', address }
  const { accountId, sessionId } = await createSession(application.database, {
    wallet,
    userAgent: null,
    now: new Date(),
  })
  return { accountId, sessionId }
}
