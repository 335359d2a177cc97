import { type Database, type DatabaseTransaction, Prisma, prepared } from '@/lib/base/infra/database'
import { addressIdentity } from '@/lib/base/x402/addresses'
import type { ProvenWallet } from '@/lib/base/x402/proven-wallet'
import type { Right } from './right'
import { whereBought } from './where-bought'

export type AccessQuestion = {
  wallets: readonly ProvenWallet[]
  right: Right
  /** How long one payment opens the route; without end when omitted. */
  entitlementSeconds?: number
}

/**
 * True if a settled payment of one of these wallets gives that right and it has not ended. Uses the database's clock,
 * as those of instances differ. A payment made while sign-in was offered gives what was offered then; one made before
 * gives what the route offers now, counted from its settlement.
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
  const items = questions.flatMap((question, place) =>
    question.wallets.map((wallet) => toItem(question, wallet, place)),
  )
  if (items.length === 0) return questions.map(() => false)
  const rows = await database.$queryRaw<{ place: number }[]>`
    ${prepared} SELECT DISTINCT item.place
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS item(${itemColumns})
    WHERE EXISTS (${kept}) OR EXISTS (${paidBeforeSignIn}) OR EXISTS (${keptBeforeRoutes}) OR EXISTS (${keptAtAddress})`
  const opened = new Set(rows.map(({ place }) => place))
  return questions.map((_, place) => opened.has(place))
}

const toItem = ({ right, entitlementSeconds }: AccessQuestion, { scope, address }: ProvenWallet, place: number) => ({
  place,
  name: right.name,
  address: right.address,
  method: right.method,
  route_id: right.routeId,
  is_shared: right.isShared,
  earlier: right.earlier.address,
  route_since: right.earlier.routeSince,
  identity: addressIdentity(scope, address),
  network: scope.includes(':') ? scope : null,
  seconds: entitlementSeconds ?? null,
})

const itemColumns = Prisma.raw(`place int, name text, address text, method text, route_id text, is_shared boolean,
  earlier text, route_since timestamptz, identity text, network text, seconds float8`)

const onNetwork = (of: string) => `(item.network IS NULL OR ${of}.network = item.network)`

/** The method of the route that was paid for; HEAD is GET. */
const sameMethod = `item.method = replace(split_part(paid.route_key, ' ', 1), 'HEAD', 'GET')`

/** SQL: before the route came to its address, something else was sold there. */
const sinceRoute = '(item.route_since IS NULL OR paid.settled_at >= item.route_since)'

const isHeld = `held.address_identity = item.identity AND ${onNetwork('held')}
  AND (held.expires_at IS NULL OR held.expires_at > now())`

const kept = Prisma.raw(`SELECT FROM entitlements AS held WHERE ${isHeld} AND held.resource_uri = item.name`)

/** SQL: paid while the route offered no sign-in, so that the payment itself proves the right. */
const paidBeforeSignIn = Prisma.raw(`
  SELECT FROM payments AS paid
  WHERE paid.payer_identity = item.identity AND paid.resource_uri IN (item.address, item.earlier)
    AND paid.status = 'settled' AND paid.settled_atomic > 0 AND paid.entitlement_uri IS NULL AND paid.right_ended_at IS NULL
    AND ${onNetwork('paid')} AND ${sameMethod}
    AND CASE WHEN paid.route_id IS NULL THEN paid.resource_uri = item.earlier AND ${sinceRoute}
      ELSE paid.resource_uri = item.address AND (item.is_shared OR paid.route_id = item.route_id) END
    AND paid.settled_at > coalesce(now() - make_interval(secs => item.seconds), '-infinity')`)

/** SQL: rights were once kept only under the address; their payments tell the method. */
const keptBeforeRoutes = Prisma.raw(`
  SELECT FROM entitlements AS held
  JOIN payments AS paid ON paid.payer_identity = held.address_identity AND paid.entitlement_uri = held.resource_uri
    AND paid.network = held.network
  WHERE NOT item.is_shared AND ${isHeld} AND held.resource_uri = item.earlier
    AND paid.route_id IS NULL AND paid.right_ended_at IS NULL AND ${whereBought.sql}
    AND ${sameMethod} AND ${sinceRoute} AND (paid.entitled_until IS NULL OR paid.entitled_until > now())`)

/** SQL: a shared address is also the address of a route, whose buyers need not have been told of the others. */
const keptAtAddress = Prisma.raw(`
  SELECT FROM entitlements AS held
  WHERE item.is_shared AND ${isHeld} AND split_part(held.resource_uri, '#', 1) = 'GET ' || item.name`)
