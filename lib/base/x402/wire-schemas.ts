import { z } from 'zod'
import { isRecord } from './header-codec'
import { isCaip2, type Network } from './networks'
import { type ResourceInfo, sanitizeResourceInfo } from './resource-info'

const MAX_URL_CHARACTERS = 2048
const MAX_ADDRESS_CHARACTERS = 128
/** Ten years: later ends are no time that a clock can tell. */
const MAX_TIMEOUT_SECONDS = 10 * 365 * 24 * 3600

/** Absent and null mean the same: other implementations write null for what they omit. */
export const orAbsent = <T extends z.ZodTypeAny>(schema: T) =>
  schema.nullish().transform((value: z.output<T> | null | undefined) => value ?? undefined)

const addressText = z.string().min(1).max(MAX_ADDRESS_CHARACTERS)

export const recordSchema = z.custom<Record<string, unknown>>(isRecord, 'Expected an object.')

/** Amounts on the wire: only decimal digits; 78 of them hold a uint256. */
export const amountSchema = z.string().regex(/^(0|[1-9]\d{0,77})$/, 'Expected atomic units in decimal digits.')

/** Bounded, so that the time when it ends is one that dates can hold. */
export const timeoutSchema = z.number().int().positive().max(MAX_TIMEOUT_SECONDS)

const requirementsShape = {
  scheme: z.string().min(1).max(64),
  amount: amountSchema,
  asset: addressText,
  payTo: addressText,
  maxTimeoutSeconds: timeoutSchema,
  extra: recordSchema.nullish().transform((value) => value ?? {}),
}

/**
 * Payment requirements from outside. Unknown fields stay, so that a comparison with our own can see them.
 * The network is only checked for its form: whether it is served is a verdict.
 */
export const paymentRequirementsSchema = z
  .object({
    ...requirementsShape,
    network: z.custom<Network>((value) => typeof value === 'string' && isCaip2(value), 'Expected a CAIP-2 network.'),
  })
  .passthrough()

/** The same in a receiver's own request: the timeout may be 0, as nobody waits for that. */
export const actionRequirementsSchema = paymentRequirementsSchema.extend({
  maxTimeoutSeconds: z.number().int().nonnegative().max(MAX_TIMEOUT_SECONDS),
})

/** Resource info as a buyer or another server sends it: bad optional metadata is dropped, field by field. */
const resourceInfoSchema = z
  .object({ url: z.string().min(1).max(MAX_URL_CHARACTERS) })
  .passthrough()
  .transform((info): ResourceInfo => ({ ...sanitizeResourceInfo(info), url: info.url }))

/** A payment payload of version 2; the version itself is checked before, as it has its own reason code. */
export const paymentPayloadSchema = z.object({
  x402Version: z.literal(2),
  resource: orAbsent(resourceInfoSchema),
  accepted: paymentRequirementsSchema,
  payload: recordSchema,
  extensions: orAbsent(recordSchema),
})
