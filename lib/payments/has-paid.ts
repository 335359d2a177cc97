import { type Database, type DatabaseTransaction, prepared } from '@/lib/infra/database'
import { addressIdentity } from '@/lib/x402/addresses'
import type { ProvenWallet } from '@/lib/x402/proven-wallet'
import type { ResourceUri } from '@/lib/x402/resource-uri'

export type AccessQuestion = {
  wallets: readonly ProvenWallet[]
  resourceUri: ResourceUri
  /** How long the route lets one payment open it; for good when omitted. */
  entitlementSeconds?: number
}

/**
 * Whether a settled payment of one of these wallets gives a right to the resource that has not ended, by the
 * database's clock: those of instances differ. A payment made while sign-in was offered gives what was offered then;
 * one made before gives what the route offers now, counted from its settlement.
 */
export async function hasPaid(database: Database | DatabaseTransaction, question: AccessQuestion): Promise<boolean> {
  const [answer = false] = await hasPaidEach(database, [question])
  return answer
}

/** The same for many questions at once, answered in their order. */
export async function hasPaidEach(
  database: Database | DatabaseTransaction,
  questions: readonly AccessQuestion[],
): Promise<boolean[]> {
  const items = questions.flatMap(({ wallets, resourceUri, entitlementSeconds }, place) =>
    wallets.map(({ scope, address }) => ({
      place,
      resource_uri: resourceUri,
      identity: addressIdentity(scope, address),
      network: scope.includes(':') ? scope : null,
      seconds: entitlementSeconds ?? null,
    })),
  )
  if (items.length === 0) return questions.map(() => false)
  const rows = await database.$queryRaw<{ place: number }[]>`
    ${prepared} SELECT DISTINCT item.place
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      AS item(place int, resource_uri text, identity text, network text, seconds float8)
    WHERE EXISTS (
      SELECT FROM entitlements AS held
      WHERE held.address_identity = item.identity AND held.resource_uri = item.resource_uri
        AND (item.network IS NULL OR held.network = item.network)
        AND (held.expires_at IS NULL OR held.expires_at > now())
    ) OR EXISTS (
      SELECT FROM payments AS paid
      WHERE paid.payer_identity = item.identity AND paid.resource_uri = item.resource_uri
        AND paid.status = 'settled' AND paid.entitlement_uri IS NULL
        AND (item.network IS NULL OR paid.network = item.network)
        AND paid.settled_at > coalesce(now() - make_interval(secs => item.seconds), '-infinity')
    )`
  const opened = new Set(rows.map(({ place }) => place))
  return questions.map((_, place) => opened.has(place))
}
