import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import type { Actor } from '@/lib/shop/sellers/actor'
import type { ExpectedVersions } from '@/lib/shop/sellers/content-version'
import { parseInput } from '@/lib/shop/sellers/input-refused-error'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { usageShape } from '@/lib/shop/sellers/quotas/quotas'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import { sellerShape } from '@/lib/shop/sellers/shop'
import type { KeyScope } from '../sellers/keys/keys'
import { requireOperator } from '../sellers/operating/suspensions'

export const shopShape = sellerShape.extend({
  quotas: z.array(usageShape).describe('What the shop has, and what it may have.'),
  networks: z.array(z.object({ id: z.string(), name: z.string(), isTest: z.boolean(), schemes: z.array(z.string()) })),
})

export const listingChecksShape = z.object({
  checks: z.array(
    z.object({
      id: z.string(),
      level: z.enum(['required', 'advisory']),
      isPassed: z.boolean(),
      found: z.string(),
      advice: z.string().nullable(),
    }),
  ),
})
export type SellerApiPorts = {
  /** Networks that the facilitator settles on, so that routes can be priced there. */
  sellableNetworks: () => Promise<z.infer<typeof shopShape>['networks']>
  checkListing: (route: RouteView, challenge: PaymentRequired) => z.infer<typeof listingChecksShape>['checks']
}

export type OperationCaller = {
  context: SellersContext
  actor: Actor
  /** The key's scopes, all of them for a session; a key can make no key with more. */
  scopes: ReadonlySet<KeyScope>
  ports: SellerApiPorts
}

/** Fails with `SCOPE_MISSING`, and with `OPERATOR_REQUIRED` for a scope of the site. */
export async function requireScope(
  { context, actor, scopes }: Omit<OperationCaller, 'ports'>,
  scope: KeyScope,
): Promise<void> {
  if (!scopes.has(scope)) throw new DomainError('SCOPE_MISSING', `This key does not allow ${scope}.`)
  if (scope.startsWith('site:')) await requireOperator(context, actor)
}

/** Sent besides parameters; an operation takes some of it. */
export type OperationRequest = {
  /** The request's JSON, not validated yet: the verb does that. */
  body?: unknown
  /** The request's body as it comes, where the operation takes a file. */
  stream?: ReadableStream<Uint8Array> | null
  mediaType?: string
  /** The body's length in bytes as the request declares it; null where it does not. */
  size?: number | null
  /** The versions that the caller lets a save replace, from `If-Match`; null without the header. */
  expected?: ExpectedVersions
  /** A signature for exactly this change by one of the owner's wallets; null without one. */
  proof?: string | null
}

export type ApiCall<Query = unknown, Params = object> = OperationCaller &
  OperationRequest & { params: Params; query: Query }

/** The one definition of each operation: the API, its document, the pages and the tests are made from it. */
export type SellerOperation<Query = unknown, Params = object, Answer = unknown> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/v1`, such as `/routes/{routeId}`. */
  path: string
  scope: KeyScope
  summary: string
  query: z.ZodTypeAny | null
  /** The schema by which the verb parses the JSON body; `file` for raw bytes. */
  body: z.ZodTypeAny | 'file' | null
  /** The shape of the answer's JSON; `csv` is a stream, null is 204 without a body. */
  answer: z.ZodTypeAny | 'csv' | null
  successStatus: 200 | 201
  /** Needs a fresh signature by a wallet of the account, in the header `Turnpike-Confirmation`. */
  isConfirmed: boolean
  /** The answer's `version` goes out as its `ETag`. */
  isVersioned: boolean
  /** Takes `If-Match`, and refuses with 412 where somebody else has saved since. */
  isConditional: boolean
  /** Requires the scope and parses the query, then runs the verb. */
  run(call: ApiCall<Query, Params>): Promise<Answer>
}

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type Described = Omit<SellerOperation, 'method' | 'path' | 'scope' | 'query' | 'answer' | 'run'>
type AnswerIn<Shape> = Shape extends z.ZodTypeAny
  ? z.infer<Shape>
  : Shape extends 'csv'
    ? ReadableStream<Uint8Array>
    : unknown

/**
 * Describes an operation; omitted parts become null, false or empty.
 * @param address method and path, such as `GET /routes/{routeId}`
 */
export function operation<
  Address extends `${SellerOperation['method']} /${string}`,
  Query extends z.ZodTypeAny = z.ZodUndefined,
  Shape extends z.ZodTypeAny | 'csv' | null = null,
>(
  address: Address,
  scope: KeyScope,
  {
    run,
    ...described
  }: Pick<Described, 'summary'> &
    Partial<Described> & {
      query?: Query
      answer?: Shape
      run: (call: ApiCall<z.output<Query>, Record<NamesIn<Address>, string>>) => Promise<AnswerIn<Shape>>
    },
): SellerOperation<z.input<Query>, Record<NamesIn<Address>, string>, AnswerIn<Shape>> {
  const [method, path] = address.split(' ') as [SellerOperation['method'], string] // Its type says so.
  const nothing = { query: null, body: null, answer: null, successStatus: 200 } as const
  const plain = { ...nothing, isConfirmed: false, isVersioned: false, isConditional: false }
  return {
    ...plain,
    method,
    path,
    scope,
    ...described,
    async run(call) {
      await requireScope(call, scope)
      return run({ ...call, query: described.query && parseInput(described.query, call.query ?? {}) })
    },
  }
}
