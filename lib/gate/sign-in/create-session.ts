import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import { addressIdentity } from '@/lib/base/x402/addresses'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { claimWallet } from './claim-wallet'
import { sessionPolicy } from './session-policy'
import type { SessionToken } from './session-token'
import { createSessionToken, hashSessionToken } from './session-token'

export type NewSession = { sessionId: string; accountId: string; token: SessionToken; expiresAt: Date }

const MAX_USER_AGENT_CHARACTERS = 256

/**
 * Signs a browser in to this wallet's account, or to a new one at its first sign-in.
 * Call it only after the wallet's proof was verified and its nonce spent.
 */
export async function createSession(
  database: Database,
  { wallet, userAgent, now }: { wallet: ProvenWallet; userAgent: string | null; now: Date },
): Promise<NewSession> {
  const token = createSessionToken()
  const expiresAt = new Date(now.getTime() + sessionPolicy.lifetimeMs)
  return database.$transaction(async (transaction) => {
    const accountId = await findOrCreateAccount(transaction, wallet, now)
    const session = await transaction.session.create({
      data: {
        tokenHash: hashSessionToken(token),
        accountId,
        createdAt: now,
        rotatedAt: now,
        seenAt: now,
        expiresAt,
        userAgent: userAgent?.slice(0, MAX_USER_AGENT_CHARACTERS) ?? null,
      },
      select: { id: true },
    })
    return { sessionId: session.id, accountId, token, expiresAt }
  })
}

async function findOrCreateAccount(transaction: DatabaseTransaction, wallet: ProvenWallet, now: Date): Promise<string> {
  const { scope, address } = wallet
  // Locked, so that neither it nor its account moves before the session is stored.
  const [known] = await transaction.$queryRaw<{ account_id: string }[]>`
    SELECT account_id FROM account_wallets
    WHERE address_identity = ${addressIdentity(scope, address)} AND scope = ${scope} FOR SHARE`
  if (known) return known.account_id
  const account = await transaction.account.create({ data: { createdAt: now }, select: { id: true } })
  const owner = await claimWallet(transaction, { wallet, accountId: account.id, now })
  // Another sign-in of the same wallet was first; its account stays, ours goes.
  if (owner !== account.id) await transaction.account.delete({ where: { id: account.id } })
  return owner
}
