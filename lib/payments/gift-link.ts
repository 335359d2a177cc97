import type { Database } from '@/lib/base/infra/database'
import { type AddressIdentity, addressIdentity } from '@/lib/base/x402/addresses'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import { renewRights } from './renew-rights'
import { whereBought } from './where-bought'

/** The owner of a gift whose link nobody has redeemed yet, by the SHA-256 of the link's secret in hexadecimal digits. */
export const giftLinkIdentity = (hash: string): AddressIdentity => `gift:${hash}` as AddressIdentity // No address has it.

/** `owned`: the wallet has it already, and the link stays good. `unknown`: redeemed, refunded, or never paid for. */
export type Redeemed = { kind: 'redeemed' | 'owned'; resourceUri: string } | { kind: 'unknown' }

/**
 * Gives the purchase of a gift link to a wallet, once: of any number of tries at once one moves it. It is that wallet's
 * purchase from then on, as if it had paid, and its time begins; a refund goes to the payer and ends it. A pass is added
 * to what the wallet has of it.
 */
export async function redeemGiftLink(database: Database, hash: string, wallet: ProvenWallet): Promise<Redeemed> {
  const [link, owner] = [giftLinkIdentity(hash), addressIdentity(wallet.scope, wallet.address)]
  return database.$transaction(async (transaction) => {
    const [gift] = await transaction.$queryRaw<{ id: string; uri: string; network: string; isOwned: boolean }[]>`
      SELECT id::text AS id, resource_uri AS uri, network, pass_seconds IS NULL AND EXISTS (
        SELECT FROM entitlements held WHERE held.address_identity = ${owner} AND held.resource_uri = entitlement_uri
          AND held.network = payments.network AND (held.expires_at IS NULL OR held.expires_at > now())) AS "isOwned"
      FROM payments WHERE payer_identity = ${link} AND ${whereBought} AND right_ended_at IS NULL FOR UPDATE`
    // A contract's address may be another's on another network, and rights are of the network that was paid on.
    if (!gift || (wallet.scope.includes(':') && wallet.scope !== gift.network)) return { kind: 'unknown' }
    if (gift.isOwned) return { kind: 'owned', resourceUri: gift.uri }
    await transaction.$executeRaw`DELETE FROM entitlements WHERE address_identity = ${link}`
    await transaction.$executeRaw`
      UPDATE payments SET payer_identity = ${owner}, given_to = ${owner},
        pass_from = CASE WHEN pass_seconds IS NOT NULL THEN now() END,
        entitled_until = entitled_until + (now() - coalesce(settled_at, now())) WHERE id = ${gift.id}::uuid`
    await renewRights(transaction, [gift.id])
    return { kind: 'redeemed', resourceUri: gift.uri }
  })
}
