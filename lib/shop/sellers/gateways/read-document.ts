import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { createRateLimit } from '@/lib/base/http/limits'
import { DomainError } from '@/lib/base/infra/domain-error'
import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import { ruled, say } from '@/lib/base/sentences/say'
import { recordOf } from '@/lib/base/x402/header-codec'
import { sortKeys } from '@/lib/base/x402/sort-keys'
import { id, sentence } from '@/lib/base/x402/views'
import type { Actor } from '../actor'
import { InputRefusedError, parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { DocumentError, MAXIMUM_DOCUMENT_BYTES, parseDocument } from './documents/parse-document'
import { type DescribedOperation, describedOperationShape, readOperations } from './documents/read-operations'
import { MAXIMUM_OPERATIONS, operationAddress } from './gateway-input'
import { type GatewayView, getGateway, type OperationView } from './gateways'

/** A document as text, or its URL; a service's base URL means its `/openapi.json`. */
export const documentInput = z
  .object({
    text: z.string().max(MAXIMUM_DOCUMENT_BYTES, ruled('documentTooLarge')).optional(),
    url: z.string().max(2048).optional(),
    gatewayId: z.string().uuid().optional(),
  })
  .strict()
  .refine(({ text, url }) => (text === undefined) !== (url === undefined), ruled('documentOrAddress'))

const proposedShape = describedOperationShape.extend({
  change: z.enum(['new', 'changed', 'same']).nullable().describe('What it is to the gateway that was named.'),
})
export type ProposedOperation = z.infer<typeof proposedShape>

export const documentShape = z.object({
  title: z.string(),
  /** The service's URL by the document; null where it names no absolute one. */
  serverUrl: z.string().nullable(),
  operations: z.array(proposedShape),
  isCut: z.boolean().describe('That there are more operations than one gateway may have.'),
  unread: z
    .array(sentence)
    .describe('What was not read of the document as a whole; that of an operation stands there.'),
  gone: z
    .array(z.object({ routeId: id, method: z.string(), path: z.string(), title: z.string() }))
    .describe('Operations of the gateway that the document does not name.'),
})
export type DocumentReading = z.infer<typeof documentShape>

/**
 * Reads an OpenAPI document, and changes nothing. References are followed only within the document, and only its own
 * URL is fetched. Fails with `INPUT_REFUSED`.
 */
export async function readDocument(context: SellersContext, actor: Actor, input: unknown): Promise<DocumentReading> {
  const { text, url, gatewayId } = parseInput(documentInput, input)
  const take = createRateLimit(context.clock)
  if (take({ caller: `document:${actor.accountId}`, requestsPerSecond: DOCUMENTS_PER_SECOND }))
    throw new DomainError('UPLOADS_TOO_MANY', say('documentsTooMany'))
  const gateway = gatewayId === undefined ? null : await getGateway(context, actor, gatewayId)
  const source = text !== undefined ? { text, url: null } : await fetchDocument(context, url ?? '')
  try {
    const document = parseDocument(source.text)
    const reading = readOperations(document, { maximum: MAXIMUM_OPERATIONS, url: source.url })
    const { operations, ...read } = await inTurns(reading)
    if (operations.length === 0) throw new DocumentError(say('documentEmpty'))
    const sold = new Map(gateway?.operations.map((one) => [placeOf(one.method, one.path), one]))
    return {
      title: titleOf(document.root.info),
      ...read,
      operations: operations.map((operation) => ({ ...operation, change: gateway && compare(operation, sold) })),
      gone: gateway ? findGone(gateway, operations) : [],
    }
  } catch (error) {
    if (error instanceof DocumentError) throw new InputRefusedError({ document: error.sentence })
    throw error
  }
}

/** Runs work to its end, with a turn for everybody else between its steps. */
async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await nextTurn()
  }
}

/** Reading one takes this process up to a second of work, or another server. */
const DOCUMENTS_PER_SECOND = 0.5

async function fetchDocument(
  { fetch, reach, openHosts }: SellersContext,
  url: string,
): Promise<{ text: string; url: string }> {
  const wanted = URL.parse(url)
  if (!wanted) throw new InputRefusedError({ url: say('upstreamRule') })
  if (wanted.pathname === '/') wanted.pathname = '/openapi.json'
  const limits = { timeoutMs: 10_000, maxBytes: MAXIMUM_DOCUMENT_BYTES, allowLoopback: reach === 'loopback', openHosts }
  try {
    const answer = await fetch(wanted.href, {
      ...limits,
      headers: { accept: 'application/json, application/yaml, */*' },
    })
    if (answer.status === 200) return { text: new TextDecoder().decode(answer.body), url: answer.url }
    throw new InputRefusedError({ url: say('documentStatus', { status: answer.status }) })
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    const why = error.fault === 'too_large' ? say('documentTooLarge') : say('documentUnreadableThere')
    throw new InputRefusedError({ url: say('documentElsewhere', { why }) })
  }
}

const titleOf = (info: unknown): string => {
  const { title } = recordOf(info)
  return typeof title === 'string' ? title.trim().slice(0, 120) : ''
}

/** Equal for two spellings of one place: names of parameters are ignored. */
const placeOf = (method: string, path: string): string =>
  `${method} ${(operationAddress('/a', path)?.path ?? path).replaceAll(/\[(\.\.\.)?[\w-]+\]/g, '[$1]')}`

function compare(
  operation: DescribedOperation,
  soldAt: ReadonlyMap<string, OperationView>,
): ProposedOperation['change'] {
  const sold = soldAt.get(placeOf(operation.method, operation.path))
  if (!sold) return 'new'
  const facts = ({ title, description, query, mimeType, discovery }: DescribedOperation | OperationView) =>
    JSON.stringify(sortKeys([title, description, query, mimeType, discovery.inputSchema, discovery.outputSchema]))
  return facts(operation) === facts(sold) ? 'same' : 'changed'
}

/** A rule for everything below a path is the seller's own; no document contains it. */
function findGone({ operations }: GatewayView, described: DescribedOperation[]) {
  const named = new Set(described.map(({ method, path }) => placeOf(method, path)))
  return operations
    .filter(({ method, path }) => !path.endsWith('/*') && !named.has(placeOf(method, path)))
    .map(({ routeId, method, path, title }) => ({ routeId, method, path, title }))
}
