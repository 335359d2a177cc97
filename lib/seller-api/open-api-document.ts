import type { ZodTypeAny } from 'zod'
import { zodToJsonSchema } from 'zod-to-json-schema'
import { confirmationHeader } from '@/lib/http/confirmation-header'
import { keyScopes } from '@/lib/sellers/keys/scopes'
import type { SellerOperation } from './operation'
import { sellerOperations } from './operations'

/** OpenAPI 3.1 of the sellers' API, made from the very schemas that parse requests and that tests hold answers against. */
export function openApiDocument(publicOrigin: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, operation] of Object.entries(sellerOperations)) {
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = describe(operationId, operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Turnpike for sellers',
      version: '1',
      description: `What the dashboard does, for programs. Scopes of keys: ${keyScopes.join(', ')}.`,
    },
    servers: [{ url: `${publicOrigin}/api/v1` }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key from /dashboard/keys.' } },
      schemas: { Problem: problemSchema },
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, words]) => [`Problem${status}`, problem(words)]),
      ),
    },
  }
}

function describe(operationId: string, operation: SellerOperation) {
  const { summary, scope, body } = operation
  const parameters = [...pathParameters(operation), ...queryParameters(operation), ...headerParameters(operation)]
  return {
    operationId,
    summary,
    description: `Scope: ${scope}.`,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === null ? {} : { requestBody: { required: true, content: bodyContent(body) } }),
    responses: { ...success(operation), ...refusals(operation) },
  }
}

const pathParameters = ({ path }: SellerOperation) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: name?.endsWith('Id') ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }))

function queryParameters({ query }: SellerOperation) {
  if (!query) return []
  const { properties = {}, required = [] } = schemaOf(query) as { properties?: object; required?: string[] } // Queries are objects.
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const headerParameters = ({ method, isConfirmed }: SellerOperation) => [
  ...(method === 'POST' ? [idempotencyKey] : []),
  ...(isConfirmed ? [confirmation] : []),
]

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A retry with the same key and body is answered as the first request was, for a day.',
  schema: { type: 'string', maxLength: 100 },
}

const confirmation = {
  name: confirmationHeader,
  in: 'header',
  required: false,
  description:
    'What a wallet of the account has signed for this very change, coded as SIGN-IN-WITH-X. Without it comes 403 SIGNATURE_REQUIRED, whose `confirmation` is the message to sign: once, within five minutes.',
  schema: { type: 'string', maxLength: 16_384 },
}

const bodyContent = (body: ZodTypeAny | 'file') =>
  body === 'file'
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : { 'application/json': { schema: schemaOf(body) } }

function success({ answer, successStatus, summary }: SellerOperation) {
  if (answer === null) return { '204': { description: 'Done.' } }
  const content =
    answer === 'csv'
      ? { 'text/csv': { schema: { type: 'string' } } }
      : { 'application/json': { schema: schemaOf(answer) } }
  return { [successStatus]: { description: summary, content } }
}

/** What every operation may be refused with follows from what it takes. */
function refusals({ path, query, body, method, refusals: own }: SellerOperation) {
  const statuses = new Set([401, 403, 429, 500, ...own])
  if (path.includes('{')) statuses.add(404)
  if (query !== null || body !== null || method === 'POST') statuses.add(422)
  if (body !== null) statuses.add(413)
  if (body !== null && body !== 'file') for (const status of [400, 415]) statuses.add(status)
  if (method === 'POST') statuses.add(409)
  return Object.fromEntries(
    [...statuses].sort().map((status) => [String(status), { $ref: `#/components/responses/Problem${status}` }]),
  )
}

function schemaOf(schema: ZodTypeAny): object {
  const { $schema: _dialect, ...json } = zodToJsonSchema(schema, {
    target: 'jsonSchema2019-09',
    $refStrategy: 'none',
    pipeStrategy: 'input',
    removeAdditionalStrategy: 'strict',
  }) as Record<string, unknown> // A schema is an object.
  return json
}

const problems: Readonly<Record<string, string>> = {
  400: 'The body is not JSON.',
  401: 'No key in force.',
  403: 'The key lacks the scope, or a wallet of the account must sign the change.',
  404: 'The shop has no such thing; another shop’s looks the same.',
  409: 'It cannot be done as things stand; `code` says why.',
  413: 'The body is too large.',
  415: 'The body is not of the media type that is taken here.',
  422: 'The input was refused; `fields` names what and why.',
  429: 'Too many requests; Retry-After says when to come back.',
  507: 'The site has no room for the file.',
  500: 'Something broke here; `detail` has a reference.',
}

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const text = { type: 'string' }
const problemSchema = {
  type: 'object',
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    code: { type: 'string', description: 'Stable, for programs.' },
    detail: { type: 'string', description: 'One sentence for people.' },
    fields: { type: 'object', additionalProperties: text, description: 'Refused fields of the input, by path.' },
    confirmation: {
      type: 'object',
      description: 'A sign-in-with-x challenge that a wallet of the account is to sign.',
    },
  },
  required: ['type', 'title', 'status', 'code', 'detail'],
}
