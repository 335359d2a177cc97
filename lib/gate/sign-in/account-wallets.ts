import { type Database, type DatabaseTransaction, isForeignKeyViolation, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { addressIdentity, type NamedWallet, type ProvenWallet } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'

export const listOwnWallets = (database: Database, accountId: string): Promise<ProvenWallet[]> =>
  database.accountWallet.findMany({
    where: { accountId },
    select: { scope: true, address: true },
    orderBy: { linkedAt: 'asc' },
  })

/** Proven addresses of an account on one network: keys of its family, and contracts there. */
export async function listWalletsOf(
  database: Database,
  { accountId, network }: { accountId: string; network: string },
): Promise<string[]> {
  const scope = { in: [network, familyOf(network) ?? network] }
  const wallets = await database.accountWallet.findMany({ where: { accountId, scope }, select: { address: true } })
  return wallets.map(({ address }) => address)
}

/** True if that wallet is the account's. Holds until the transaction ends, as the wallet is locked until then. */
export async function isWalletOf(
  transaction: DatabaseTransaction,
  { scope, address }: ProvenWallet,
  accountId: string,
): Promise<boolean> {
  const rows = await transaction.rows<unknown>(sql`
    SELECT 1 FROM account_wallets WHERE address_identity = ${addressIdentity(scope, address)} AND scope = ${scope}
      AND account_id = ${accountId}::uuid FOR SHARE`)
  return rows.length > 0
}

/** Deletes an account with its wallets and sessions. Its purchases hang on the wallets, which can sign in again. */
export async function deleteAccount(transaction: DatabaseTransaction, accountId: string): Promise<void> {
  await transaction.account.deleteMany({ where: { id: accountId } })
}

/**
 * Accounts of those wallets. An address counts only in the named scopes: anyone may deploy a contract at that very
 * address on another network, and sign in with it.
 */
export async function findAccountsOf(database: Database, wallets: readonly NamedWallet[]): Promise<string[]> {
  if (wallets.length === 0) return []
  const found = await database.accountWallet.findMany({
    where: {
      OR: wallets.map(({ address, scopes }) => ({
        addressIdentity: addressIdentity(scopes[0] ?? 'evm', address),
        scope: { in: scopes },
      })),
    },
  })
  return [...new Set(found.map(({ accountId }) => accountId))]
}

export type Link = {
  accountId: string
  wallet: ProvenWallet
  now: Date
  /** Called first in the transaction that links; a throw undoes it. */
  onLink?: (transaction: DatabaseTransaction) => Promise<void>
  /** Called last in it; `from` is the account that had the wallet before, and ends if that was its last. */
  onLinked?: (transaction: DatabaseTransaction, from: { accountId: string; isEnded: boolean } | null) => Promise<void>
}

/**
 * Adds a further wallet to an account, after that wallet's own proof was verified.
 * A wallet of another account moves here, since its proof is newer; an account left without any wallet has no owner and
 * is deleted with its sessions. Fails with `SIGN_IN_REQUIRED` when this account was deleted in that way.
 */
export async function linkWallet(database: Database, link: Link): Promise<void> {
  try {
    await database.$transaction(async (transaction) => {
      await link.onLink?.(transaction)
      const holderId = await claimWallet(transaction, link)
      const isMoved = holderId !== link.accountId
      const isEnded = isMoved && (await moveWallet(transaction, link, holderId))
      await link.onLinked?.(transaction, isMoved ? { accountId: holderId, isEnded } : null)
    })
  } catch (error) {
    throw isForeignKeyViolation(error) ? accountEnded() : error
  }
}

/** True if the holder's account ends, as this was its last wallet. */
async function moveWallet(transaction: DatabaseTransaction, link: Link, holderId: string): Promise<boolean> {
  const { accountId, wallet, now } = link
  // Both at once and in one order: two accounts may take each other's wallets, and neither may gain one while it goes.
  const found = await transaction.rows<{ id: string }>(sql`
    SELECT id FROM accounts WHERE id IN (${accountId}::uuid, ${holderId}::uuid) ORDER BY id FOR UPDATE`)
  if (!found.some(({ id }) => id === accountId)) throw accountEnded()
  const { scope, address } = wallet
  await transaction.accountWallet.update({
    where: { addressIdentity_scope: { addressIdentity: addressIdentity(scope, address), scope } },
    data: { accountId, linkedAt: now },
  })
  const { count } = await transaction.account.deleteMany({ where: { id: holderId, wallets: { none: {} } } })
  return count > 0
}

const accountEnded = () => new DomainError('SIGN_IN_REQUIRED', say('walletMoved'))

/**
 * Adds a proven wallet to an account unless an account has it already, and returns the account that holds it. The
 * wallet is locked until the transaction ends, so that it stays with that account, and the account stays.
 */
export async function claimWallet(
  transaction: DatabaseTransaction,
  claim: { wallet: ProvenWallet; accountId: string; now: Date },
): Promise<string> {
  const { wallet, accountId, now } = claim
  const identity = addressIdentity(wallet.scope, wallet.address)
  const rows = await transaction.rows<{ account_id: string }>(sql`
    INSERT INTO account_wallets AS known (address_identity, scope, address, linked_at, account_id)
    VALUES (${identity}, ${wallet.scope}, ${wallet.address}, ${now}, ${accountId}::uuid)
    ON CONFLICT (address_identity, scope) DO UPDATE SET account_id = known.account_id
    RETURNING account_id`)
  const [row] = rows
  if (!row) throw new Error('Expected the claimed wallet back from the database.')
  return row.account_id
}
