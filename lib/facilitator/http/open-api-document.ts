import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { jsonContent, jsonObject, problemAnswers, sharedSchemas } from '@/lib/base/http/open-api'
import { nameOperations } from '@/lib/base/x402/paid-open-api'
import { SETTLED_FOR, settledForSchema } from '@/lib/base/x402/payment-holder'
import { amountSchema, paymentPayloadSchema, paymentRequirementsSchema } from '@/lib/base/x402/wire-schemas'

// The parsers check objects of any shape and CAIP-2 networks by a function, which shows nothing here.
const requirements = paymentRequirementsSchema.extend({
  network: z.string().describe('CAIP-2.'),
  amount: amountSchema.describe('Atomic units; for `upto` at settle, the actual amount.'),
  extra: jsonObject.nullish(),
})
const anything = jsonObject.nullish()
const payload = paymentPayloadSchema.extend({
  accepted: requirements,
  payload: jsonObject,
  resource: anything,
  extensions: anything,
})
const request = z.object({
  x402Version: z.literal(2).optional(),
  paymentPayload: payload,
  paymentRequirements: requirements,
})
const verdict = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().optional(),
  invalidMessage: z.string().optional(),
  payer: z.string().optional(),
  [SETTLED_FOR]: settledForSchema
    .optional()
    .describe('To a request with `Payment-Holder`: for whom a transaction was sent for the payment, if one was.'),
})
const settlement = z.object({
  success: z.boolean(),
  transaction: z.string(),
  network: z.string(),
  payer: z.string().optional(),
  amount: amountSchema.optional(),
  errorReason: z.string().optional(),
  errorMessage: z.string().optional(),
})
const supported = z.object({
  kinds: z.array(
    z.object({ x402Version: z.number().int(), scheme: z.string(), network: z.string(), extra: jsonObject.optional() }),
  ),
  extensions: z.array(z.string()),
  signers: z.record(z.array(z.string())),
})
const terms = z.object({ resource: anything, accepts: z.array(jsonObject).max(64) })
const termsAnswer = terms.extend({ x402Version: z.literal(2) })
const health = z.object({ status: z.enum(['ok', 'degraded']), networks: z.array(jsonObject) })

const problems = problemAnswers({
  '400': 'Not a request of the protocol.',
  '401': 'An API key is required.',
  '413': 'The body is too large.',
  '415': 'Not JSON, or in a content encoding.',
  '429': 'Too many requests; Retry-After says when to come back.',
  '500': 'The request could not be answered.',
})

/** OpenAPI 3.1 of the facilitator at `baseUrl`, made from the schemas that parse its requests. */
export const openApiDocument = (baseUrl: string, siteName = 'Turnpike') =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: `${siteName} facilitator`,
      version: '2',
      contact: { name: siteName, url: new URL(baseUrl).origin },
      description: 'Verifies and settles x402 version 2 payments. A verdict is 200, also a negative one.',
    },
    servers: [{ url: baseUrl }],
    ...nameOperations<ZodOpenApiOperationObject>(
      {
        '/verify': {
          post: {
            ...asking("Says whether a payment would settle now, and reserves the payer's money.", verdict),
            requestParams: { header: z.object({ 'Payment-Holder': holder }) },
          },
        },
        '/settle': {
          post: {
            ...asking('Settles a payment, once ever per authorization.', settlement),
            requestParams: { header: z.object({ Prefer: preference, 'Payment-Holder': holder }) },
          },
        },
        '/accepts': {
          post: {
            ...asking("Completes a server's terms with what this facilitator settles them by.", termsAnswer),
            requestBody: { required: true, content: jsonContent(terms) },
          },
        },
        '/supported': { get: reading('Schemes, networks, extensions and wallets.', supported) },
        '/health': { get: reading('Gas wallets and networks.', health) },
      },
      () => 'facilitator',
    ),
    components: {
      schemas: {
        ...sharedSchemas,
        PaymentRequirements: requirements,
        PaymentPayload: payload,
        PaymentRequest: request,
        VerifyResponse: verdict,
        SettleResponse: settlement,
        Supported: supported,
        Health: health,
      },
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'Where the operator asks for one.' } },
    },
    security: [{}, { apiKey: [] }],
  })

const holder = z
  .string()
  .uuid()
  .optional()
  .describe('A new UUID for each payment: while it is reserved, no request without this one verifies or settles it.')
const preference = z
  .string()
  .optional()
  .describe('`respond-async` answers `settlement_pending` as soon as the transaction is on its way.')

const asking = (summary: string, answer: z.ZodTypeAny) => ({
  summary,
  requestBody: { required: true, content: jsonContent(request) },
  responses: { '200': { description: 'The verdict.', content: jsonContent(answer) }, ...problems },
})

const reading = (summary: string, answer: z.ZodTypeAny) => ({
  summary,
  responses: { '200': { description: summary, content: jsonContent(answer) }, '429': problems['429'] },
})
