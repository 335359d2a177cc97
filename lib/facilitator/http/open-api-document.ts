/** OpenAPI 3.1 of the facilitator at `baseUrl`. */
export function openApiDocument(baseUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Turnpike facilitator',
      version: '2',
      description: 'Verifies and settles x402 version 2 payments. A verdict is 200, also a negative one.',
    },
    servers: [{ url: baseUrl }],
    paths: {
      '/verify': {
        post: operation("Says whether a payment would settle now, and reserves the payer's money.", 'VerifyResponse'),
      },
      '/settle': {
        post: {
          ...operation('Settles a payment, once ever per authorization.', 'SettleResponse'),
          parameters: [
            {
              name: 'Prefer',
              in: 'header',
              description: '`respond-async` answers `settlement_pending` as soon as the transaction is on its way.',
              schema: { type: 'string' },
            },
          ],
        },
      },
      '/supported': { get: reading('Schemes, networks, extensions and wallets.', 'Supported') },
      '/health': { get: reading('Gas wallets and networks.', 'Health') },
    },
    components: { schemas, securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  }
}

const content = (schema: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } })

const problems = {
  '400': problem('Not a request of the protocol.'),
  '401': problem('An API key is required.'),
  '413': problem('The body is too large.'),
  '415': problem('Not JSON, or in a content encoding.'),
  '429': problem('Too many requests; Retry-After says when to come back.'),
  '500': problem('The request could not be answered.'),
}

function problem(description: string) {
  return { description, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } }
}

const operation = (summary: string, schema: string) => ({
  summary,
  requestBody: { required: true, content: content('PaymentRequest') },
  responses: { '200': { description: 'The verdict.', content: content(schema) }, ...problems },
})

const reading = (summary: string, schema: string) => ({
  summary,
  responses: { '200': { description: summary, content: content(schema) }, '429': problems['429'] },
})

const text = { type: 'string' }
const digits = { type: 'string', pattern: '^(0|[1-9][0-9]{0,77})$', description: 'Atomic units.' }
const object = { type: 'object' }
const strict = (properties: Record<string, unknown>, required: string[]) => ({ type: 'object', properties, required })

const requirements = strict(
  {
    scheme: { enum: ['exact', 'upto'] },
    network: { ...text, description: 'CAIP-2.' },
    amount: { ...digits, description: 'Atomic units; for `upto` at settle, the actual amount.' },
    asset: text,
    payTo: text,
    maxTimeoutSeconds: { type: 'integer', minimum: 1 },
    extra: object,
  },
  ['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds'],
)

const schemas = {
  PaymentRequirements: requirements,
  PaymentPayload: strict(
    {
      x402Version: { const: 2 },
      accepted: { $ref: '#/components/schemas/PaymentRequirements' },
      payload: object,
      resource: object,
      extensions: object,
    },
    ['x402Version', 'accepted', 'payload'],
  ),
  PaymentRequest: strict(
    {
      x402Version: { const: 2 },
      paymentPayload: { $ref: '#/components/schemas/PaymentPayload' },
      paymentRequirements: { $ref: '#/components/schemas/PaymentRequirements' },
    },
    ['x402Version', 'paymentPayload', 'paymentRequirements'],
  ),
  VerifyResponse: strict({ isValid: { type: 'boolean' }, invalidReason: text, invalidMessage: text, payer: text }, [
    'isValid',
  ]),
  SettleResponse: strict(
    {
      success: { type: 'boolean' },
      transaction: text,
      network: text,
      payer: text,
      amount: digits,
      errorReason: text,
      errorMessage: text,
    },
    ['success', 'transaction', 'network'],
  ),
  Supported: strict(
    {
      kinds: {
        type: 'array',
        items: strict({ x402Version: { type: 'integer' }, scheme: text, network: text, extra: object }, [
          'x402Version',
          'scheme',
          'network',
        ]),
      },
      extensions: { type: 'array', items: text },
      signers: { type: 'object', additionalProperties: { type: 'array', items: text } },
    },
    ['kinds', 'extensions', 'signers'],
  ),
  Health: strict({ status: { enum: ['ok', 'degraded'] }, networks: { type: 'array', items: object } }, [
    'status',
    'networks',
  ]),
  Problem: strict({ type: text, title: text, status: { type: 'integer' }, code: text, detail: text }, [
    'title',
    'status',
    'code',
    'detail',
  ]),
}
