import type { z } from 'zod'
import type { Actor } from '@/lib/shop/sellers/actor'
import type { KeyScope } from '@/lib/shop/sellers/keys/scopes'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import type { SellerApiPorts } from './ports'

/** One call of the API, after its key has been checked. */
export type ApiCall<Query = unknown> = {
  context: SellersContext
  actor: Actor
  /** What the key allows; a key makes no key that may do more. */
  scopes: ReadonlySet<KeyScope>
  ports: SellerApiPorts
  /** Parts of the path, by name. */
  params: Readonly<Record<string, string>>
  query: Query
  /** The parsed JSON of the request, not looked at yet: the verb does. Null without a body. */
  body: unknown
  /** The request's body as it comes, where the operation takes a file. */
  stream: ReadableStream<Uint8Array> | null
  mediaType: string
  /** Bytes of the body as the request says beforehand; null where it does not. */
  size: number | null
  /** What a wallet of the owner has signed for this very change; null without. */
  proof: string | null
}

/** What the API offers, once: the answers, the document and the tests are made from this. */
export type SellerOperation = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/v1`, such as `/routes/{routeId}`. */
  path: string
  scope: KeyScope
  summary: string
  /** Parameters behind the question mark. */
  query: z.ZodTypeAny | null
  /** What the verb parses the JSON body with; `file` for raw bytes. */
  body: z.ZodTypeAny | 'file' | null
  /** The shape of the answer's JSON; `csv` is a stream, null is 204 without a body. */
  answer: z.ZodTypeAny | 'csv' | null
  /** 201 where something new came to be. */
  successStatus: 200 | 201
  /** Counts only with a fresh signature of a wallet of the account, in the header `Turnpike-Confirmation`. */
  isConfirmed: boolean
  /** What it may be refused with, besides what every operation may. */
  refusals: readonly number[]
  run: (call: ApiCall) => Promise<unknown>
}

type Defaults = 'query' | 'body' | 'answer' | 'successStatus' | 'refusals' | 'isConfirmed'

/** Describes an operation; what is left out is not there. */
export function operation<Query extends z.ZodTypeAny = z.ZodUndefined>(
  described: Omit<SellerOperation, Defaults | 'run'> &
    Partial<Omit<Pick<SellerOperation, Defaults>, 'query'>> & {
      query?: Query
      run: (call: ApiCall<z.infer<Query>>) => Promise<unknown>
    },
): SellerOperation {
  // `run` is called with what `query` has parsed alone.
  const run = described.run as SellerOperation['run']
  const nothing = { query: null, body: null, answer: null, successStatus: 200, refusals: [] } as const
  return { ...nothing, isConfirmed: false, ...described, run }
}

/** A part of the path that the operation's own path names. */
export function param({ params }: Pick<ApiCall, 'params'>, name: string): string {
  const value = params[name]
  if (value === undefined) throw new Error(`The path of this operation has no {${name}}.`)
  return value
}
