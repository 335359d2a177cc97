import { z } from 'zod'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { say } from '@/lib/base/sentences/say'
import { id } from '@/lib/base/x402/answer-parts'
import { type Actor, changeOwnShop, getOwnSeller } from '../actor'
import { recordChange } from '../audit/record-change'
import { type ExpectedVersions, refuseOthersChange } from '../content-version'
import { InputRefusedError, parseInput } from '../input-refused-error'
import { noteRemoved, readCovered } from '../passes/keep-covers'
import { findShopTerms } from '../payments/shop-terms'
import type { SellersContext } from '../ports'
import { refusePathTaken } from '../routes/route-address'
import { originOf } from '../routes/route-facts'
import { sealHeaders } from '../routes/write-content'
import { openSealed, type SealKey } from '../seal'
import { findOperations, type StoredOperation } from './find-operations'
import { type GatewayInput, gatewayInput } from './gateway-input'
import { gatewayVersion } from './get-gateway'
import { prepareGateway } from './prepare-gateway'
import { operationCounts, writeOperations } from './write-operations'

export const savedGatewayShape = z.object({ gatewayId: id }).merge(operationCounts)

/** All rows are written in one transaction, so that a service is never sold in part. */
const TRANSACTION_MS = 30_000

/**
 * Sells a service exactly as the input says: new operations get a route, changed ones are updated, and those no longer
 * named are archived. Each is sold at once, except one that its seller has paused. Fails, without any change, with
 * `INPUT_REFUSED`, `GATEWAY_NOT_FOUND`, `ROUTE_PATH_TAKEN`, `ROUTE_CHANGED`, `QUOTA_REACHED`, or `CHANGED_MEANWHILE`
 * where none of the `expected` versions is stored any more.
 * @param gatewayId null for a new one
 */
export async function saveGateway(
  context: SellersContext,
  actor: Actor,
  gatewayId: string | null,
  input: unknown,
  expected: ExpectedVersions = null,
): Promise<z.infer<typeof savedGatewayShape>> {
  const { database, clock, sealKey, limits } = context
  const { id: ownId, handle } = await getOwnSeller(database, actor)
  const parsed = parseInput(gatewayInput, input)
  const shop = await findShopTerms(database, ownId)
  const isKnown = gatewayId !== null && isUuid(gatewayId)
  const stored = isKnown
    ? await findOperations(database, { sellerId: ownId, gatewayId })
    : new Map<string, StoredOperation>()
  const operations = await prepareGateway(context, parsed, { handle, shop, stored })
  return refusePathTaken(
    database.$transaction(
      async (transaction) => {
        const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
        const [now, before] = [clock(), await findOwn(transaction, sellerId, gatewayId)]
        if (before) {
          const known = await findOperations(transaction, { sellerId, gatewayId: before.id })
          const current = gatewayVersion(before, known.values())
          await refuseOthersChange(transaction, { sellerId, subject: before.id, expected, current })
        }
        const headers = keptHeaders(sealKey, before, parsed)
        const id = await writeGateway(transaction, sealKey, { sellerId, before, input: parsed, headers, now })
        const { timeoutMs, maxBytes } = parsed.upstream
        const covered = await readCovered(transaction, sellerId)
        const counts = await writeOperations(transaction, {
          ...{ sealKey, operations, sellerId, gatewayId: id, revision, now, quotas: limits.quotas },
          upstream: { headers, timeoutMs, maxBytes },
        })
        await noteRemoved(transaction, sellerId, covered)
        const { title, prefix } = parsed
        const after = { title, path: prefix, upstream: originOf(parsed.upstream.url), ...counts }
        await recordChange(transaction, actor, { at: now, sellerId, act: 'gateway.saved', subject: id, after })
        return { gatewayId: id, ...counts }
      },
      { timeout: TRANSACTION_MS },
    ),
  )
}

async function findOwn(transaction: DatabaseTransaction, sellerId: string, gatewayId: string | null) {
  if (gatewayId === null) return null
  const found = isUuid(gatewayId) ? await transaction.gateway.findFirst({ where: { id: gatewayId, sellerId } }) : null
  if (!found) throw new DomainError('GATEWAY_NOT_FOUND', say('gatewayUnknown'))
  return found
}

type Stored = NonNullable<Awaited<ReturnType<typeof findOwn>>>

/** Secret headers belong to one server: another one gets them only when they are typed again. */
function keptHeaders(sealKey: SealKey, before: Stored | null, { upstream }: GatewayInput): Record<string, string> {
  if (upstream.headers) return upstream.headers
  if (!before?.sealedHeaders) return {}
  if (originOf(before.upstreamUrl) !== originOf(upstream.url)) {
    const names = before.headerNames.join(', ')
    throw new InputRefusedError({ 'upstream.headers': say('upstreamMoved', { names }) })
  }
  // Only we seal this value, always from this type.
  return JSON.parse(openSealed(sealKey, before.id, before.sealedHeaders)) as Record<string, string>
}

async function writeGateway(
  transaction: DatabaseTransaction,
  sealKey: SealKey,
  change: {
    sellerId: string
    before: Stored | null
    input: GatewayInput
    headers: Record<string, string>
    now: Date
  },
): Promise<string> {
  const { sellerId, before, input, headers, now } = change
  const { title, prefix, networks } = input
  const { url, timeoutMs, maxBytes } = input.upstream
  const said = { title, prefix, networks, upstreamUrl: url.replace(/\/$/, ''), timeoutMs, maxBytes, updatedAt: now }
  const id =
    before?.id ??
    (await transaction.gateway.create({ data: { ...said, sellerId, createdAt: now }, select: { id: true } })).id
  // Sealed with the row's id, so only once the row exists.
  await transaction.gateway.update({ where: { id }, data: { ...said, ...sealHeaders(sealKey, id, headers) } })
  return id
}
