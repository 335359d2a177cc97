import { z } from 'zod'
import { isAddress, isBurnAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import type { SdkFacilitator } from '@/lib/gate/resource-server/facilitators/sdk-facilitator'
import type { FacilitatorOptions, TurnpikeOptions } from './turnpike'

/** The options as they are used: checked, and with what was left out. */
export type Settings = ReturnType<typeof parseOptions>

/** The schema of our tables where none is named. */
export const DEFAULT_SCHEMA = 'turnpike'

/** A PostgreSQL schema of plain letters, so that it needs no quoting anywhere. */
export const schemaName = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be small letters, digits and underscores')

const httpUrl = z
  .string()
  .url()
  .regex(/^https?:/, 'must begin with http:// or https://')
const databaseUrl = z
  .string()
  .url()
  .regex(/^postgres(ql)?:/, 'must be the address of a PostgreSQL')
const isMethod = z.custom<(...given: never[]) => never>((value) => typeof value === 'function')
const localSchema = z.object({ verify: isMethod, settle: isMethod, getSupported: isMethod })
/** Taken as it is: its methods are called on the object itself. */
const local = z.custom<SdkFacilitator>((value) => localSchema.safeParse(value).success)
const facilitator = z.union([
  httpUrl.transform((url): FacilitatorOptions => ({ url })),
  local.transform((one) => ({ local: one })),
  z.object({ url: httpUrl, token: z.string().min(1).optional() }).strict(),
])
const network = z
  .object({
    payTo: z.string(),
    rpc: z.union([httpUrl.transform((url) => [url]), z.array(httpUrl).min(1)]),
    confirmations: z.number().int().min(1).default(1),
  })
  .strict()

const optionsSchema = z
  .object({
    origin: httpUrl.refine(
      (url) => new URL(url).origin === url,
      'must be an origin, without a path or a slash at its end',
    ),
    databaseUrl,
    schema: schemaName.default(DEFAULT_SCHEMA),
    facilitator: z.union([facilitator.transform((one) => [one]), z.array(facilitator).min(1)]),
    networks: z.record(network).superRefine((networks, { addIssue }) => {
      const fault = (path: string[], message: string) => addIssue({ code: 'custom', path, message })
      if (Object.keys(networks).length === 0) fault([], 'must name a network to sell on')
      for (const [id, { payTo }] of Object.entries(networks)) {
        if (!['evm', 'svm'].includes(familyOf(id) ?? ''))
          fault([id], 'is no EVM or Solana network, such as eip155:8453')
        else if (!isAddress(id, payTo)) fault([id, 'payTo'], 'is no address of that network')
        else if (isBurnAddress(id, payTo)) fault([id, 'payTo'], 'is an address that nobody has the key of')
      }
    }),
    secret: z.string().min(32, 'must have at least 32 characters').optional(),
    logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  })
  .strict()

/** Lists what is wrong, each with the name of its option. */
export const faultsOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => `${path.join('.') || 'options'}: ${message}`)

/** Checks the options; throws a TypeError that names each that is wrong. */
export function parseOptions(options: TurnpikeOptions) {
  const parsed = optionsSchema.safeParse(options)
  if (!parsed.success) {
    throw new TypeError(`Turnpike cannot start. ${faultsOf(parsed.error).join('. ')}.`)
  }
  const { facilitator: facilitators, networks, secret = null, ...rest } = parsed.data
  return {
    ...rest,
    facilitators,
    secret,
    networks: Object.entries(networks).map(([id, { rpc: rpcUrls, ...sold }]) => ({ id, rpcUrls, ...sold })),
  }
}
