import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { CONFIRMATION_HEADER } from '@/lib/base/http/confirmation-header'
import { jsonContent, problemAnswers, sharedSchemas } from '@/lib/base/http/open-api'
import { nameOperations } from '@/lib/base/x402/name-operations'
import { keyScopes } from '@/lib/shop/sellers/keys/scopes'
import type { SellerOperation } from './operation'
import { sellerOperations } from './operations'

/** OpenAPI 3.1 of the sellers' API, made from the schemas that parse requests and that tests check answers against. */
export const openApiDocument = (publicOrigin: string, siteName = 'Turnpike') =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: `${siteName} for sellers`,
      version: '1',
      contact: { name: siteName, url: publicOrigin },
      description: `What the dashboard does, for programs. Scopes of keys: ${keyScopes.join(', ')}.`,
    },
    servers: [{ url: `${publicOrigin}/api/v1` }],
    security: [{ key: [] }],
    ...nameOperations(describePaths(), (path) => path.split('/')[1] ?? ''),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key from /dashboard/keys.' } },
      schemas: sharedSchemas,
    },
  })

function describePaths() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const [operationId, operation] of Object.entries(sellerOperations)) {
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = describe(operationId, operation)
  }
  return paths
}

function describe(operationId: string, operation: SellerOperation): ZodOpenApiOperationObject {
  const { summary, scope, path, query, body } = operation
  return {
    operationId,
    summary,
    description: `Scope: ${scope}.`,
    requestParams: {
      path: z.object(pathParameters(path)),
      header: z.object(headerParameters(operation)),
      ...(query && { query }),
    },
    ...(body && { requestBody: { required: true, content: body === 'file' ? fileContent : jsonContent(body) } }),
    responses: { ...success(operation), ...refusals(operation) },
  }
}

const pathParameters = (path: string) =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      name.endsWith('Id') ? z.string().uuid() : z.string(),
    ]),
  )

const headerParameters = ({ method, isConfirmed, isConditional }: SellerOperation) => ({
  ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey }),
  ...(isConfirmed && { [CONFIRMATION_HEADER]: confirmation }),
  ...(isConditional && { 'If-Match': ifMatch }),
})

const idempotencyKey = z
  .string()
  .max(100)
  .optional()
  .describe('A retry with the same key and body is answered as the first request was, for a day.')

const confirmation = z
  .string()
  .max(16_384)
  .optional()
  .describe(
    'What a wallet of the account has signed for this very change, coded as SIGN-IN-WITH-X. Without it comes 403 SIGNATURE_REQUIRED, whose `confirmation` is the message to sign: once, within five minutes.',
  )

const ifMatch = z
  .string()
  .max(1000)
  .optional()
  .describe('The `ETag` that was read. Where somebody else has saved since, nothing is changed and 412 says who.')

const fileContent = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const

function success({
  answer,
  successStatus,
  summary,
  isVersioned,
}: SellerOperation): ZodOpenApiOperationObject['responses'] {
  if (answer === null) return { '204': { description: 'Done.' } }
  const content = answer === 'csv' ? { 'text/csv': { schema: z.string() } } : jsonContent(answer)
  const headers = isVersioned && { headers: z.object({ ETag: z.string().describe('The version, for `If-Match`.') }) }
  return { [successStatus]: { description: summary, content, ...headers } }
}

/** Each operation's refusals follow from its parameters, its body and its method. */
function refusals({ path, query, body, method, isConditional, refusals: own }: SellerOperation) {
  const statuses = new Set([401, 403, 429, 500, ...own])
  if (path.includes('{')) statuses.add(404)
  if (query !== null || body !== null || method === 'POST') statuses.add(422)
  if (body !== null) statuses.add(413)
  if (body !== null && body !== 'file') for (const status of [400, 415]) statuses.add(status)
  if (method === 'POST') statuses.add(409)
  if (isConditional) statuses.add(412)
  return Object.fromEntries(Object.entries(problems).filter(([status]) => statuses.has(Number(status))))
}

const problems = problemAnswers({
  '400': 'The body is not JSON.',
  '401': 'No key in force.',
  '403': 'The key lacks the scope, or a wallet of the account must sign the change.',
  '404': 'The shop has no such thing; another shop’s looks the same.',
  '409': 'It cannot be done as things stand; `code` says why.',
  '412': 'Somebody else has saved since; nothing was changed.',
  '413': 'The body is too large.',
  '415': 'The body is not of the media type that is taken here.',
  '422': 'The input was refused; `fields` names what and why.',
  '429': 'Too many requests; Retry-After says when to come back.',
  '507': 'The site has no room for the file.',
  '500': 'Something broke here; `detail` has a reference.',
})
