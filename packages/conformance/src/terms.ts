import { z } from 'zod'

/** One way to pay, as a challenge or a facilitator's caller says it. Source: x402 v2, 5.1.2. */
const optionSchema = z
  .object({
    scheme: z.string().min(1),
    network: z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'is not in CAIP-2 form'),
    amount: z.string().regex(/^\d+$/, 'is not decimal digits'),
    asset: z.string().min(1),
    payTo: z.string().min(1),
    maxTimeoutSeconds: z.number().positive(),
    extra: z.record(z.unknown()).nullish(),
  })
  .passthrough()

const extensionSchema = z.object({ info: z.record(z.unknown()), schema: z.record(z.unknown()) }).passthrough()

/** The content of a 402. Source: x402 v2, 5.1.2. */
export const termsSchema = z
  .object({
    x402Version: z.literal(2),
    error: z.string().optional(),
    resource: z.object({ url: z.string().min(1) }).passthrough(),
    accepts: z.array(optionSchema).min(1),
    extensions: z.record(extensionSchema).nullish(),
  })
  .passthrough()

/** The outcome of a settlement. Source: x402 v2, 5.3.2. */
export const settlementSchema = z
  .object({
    success: z.boolean(),
    transaction: z.string(),
    network: z.string().min(1),
    payer: z.string().optional(),
    amount: z.string().optional(),
    errorReason: z.string().optional(),
  })
  .passthrough()

export type Option = z.infer<typeof optionSchema>
export type ChallengeTerms = z.infer<typeof termsSchema>

/** Why a value is not of a form: the place and the words of its first fault; null where it is. */
export function faultOf(schema: z.ZodTypeAny, value: unknown): string | null {
  const parsed = schema.safeParse(value)
  if (parsed.success) return null
  const [issue] = parsed.error.issues
  return `${issue?.path.join('.') || 'the value'}: ${issue?.message ?? 'unknown'}`
}
