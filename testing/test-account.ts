import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Actor } from '@/lib/sellers/actor'
import { createSession } from '@/lib/sign-in/create-session'
import type { TestSite } from './start-test-site'

/** Whoever signs in with that EVM wallet, else with a new one, as somebody who acts on the pages. */
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
