import { z } from 'zod'
import { routeAccess, routeSettings } from '@/lib/shop/sellers/routes/route-input'
import { id, state, time } from './shapes'

const settings = routeSettings.shape

export const gatewayListShape = z.object({
  gateways: z.array(
    z.object({
      gatewayId: id,
      title: z.string(),
      prefix: z.string(),
      upstreamUrl: z.string(),
      operations: z.number(),
      updatedAt: time,
    }),
  ),
})

export const savedGatewayShape = z.object({
  gatewayId: id,
  made: z.number(),
  changed: z.number(),
  archived: z.number(),
})

export const gatewayShape = z.object({
  gatewayId: id,
  title: z.string(),
  prefix: z.string(),
  upstream: z.object({
    url: z.string(),
    headerNames: z.array(z.string()).describe('Values are never shown.'),
    timeoutMs: z.number(),
    maxBytes: z.number(),
  }),
  networks: z.array(z.string()),
  operations: z.array(
    z.object({
      routeId: id,
      state,
      url: z.string(),
      method: z.string(),
      path: z.string().describe('Below the prefix; `/*` takes everything below.'),
      title: z.string(),
      description: z.string(),
      access: z.enum(routeAccess).describe('`refused` answers 404.'),
      dollars: z.string().nullable(),
      metering: settings.metering,
      maxUploadBytes: z.number().nullable(),
      isStreaming: z.boolean(),
      streamSeconds: z.number(),
      streamsOnCredit: settings.streamsOnCredit,
      mimeType: z.string(),
      query: z.union([z.literal('ignored'), z.array(z.string())]),
      discovery: z.object({
        isListed: z.boolean(),
        input: z.record(z.unknown()).optional(),
        inputSchema: z.record(z.unknown()).optional(),
        outputSchema: z.record(z.unknown()).optional(),
      }),
    }),
  ),
  createdAt: time,
  updatedAt: time,
})

export const documentShape = z.object({
  title: z.string(),
  serverUrl: z.string().nullable(),
  operations: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      title: z.string(),
      description: z.string(),
      query: z.union([z.literal('ignored'), z.array(z.string())]),
      mimeType: z.string(),
      isStreaming: z.boolean(),
      discovery: z.object({
        inputSchema: z.record(z.unknown()).optional(),
        outputSchema: z.record(z.unknown()).optional(),
      }),
      problem: z.string().nullable().describe('Why it cannot be sold; null as a rule.'),
      change: z.enum(['new', 'changed', 'same']).nullable().describe('What it is to the gateway that was named.'),
    }),
  ),
  isCut: z.boolean().describe('That there are more operations than one gateway may have.'),
  gone: z
    .array(z.object({ routeId: id, method: z.string(), path: z.string(), title: z.string() }))
    .describe('Operations of the gateway that the document does not name.'),
})

const signsFrom = time.describe('When it signs in place of the one before.')
export const upstreamKeysShape = z.object({ keys: z.array(z.object({ keyId: id, signsFrom, createdAt: time })) })
export const newUpstreamKeyShape = z.object({ keyId: id, key: z.string().describe('Shown this once.'), signsFrom })
