import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Actor } from '@/lib/sellers/actor'
import { createSession } from '@/lib/sign-in/create-session'
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
