import { z } from 'zod'
import { reasons } from '@/lib/base/x402/reasons'
import type { ExtensionResponses, SettleOutcome, SettleResponse } from '@/lib/base/x402/wire'

/** The parts of other facilitators' answers that we read. */
export const verifySchema = z
  .object({ isValid: z.boolean(), invalidReason: z.string().optional(), payer: z.string().optional() })
  .passthrough()

export const supportedSchema = z.object({
  kinds: z.array(
    z.object({
      x402Version: z.number(),
      scheme: z.string(),
      network: z.string(),
      extra: z.record(z.unknown()).optional(),
    }),
  ),
  extensions: z.array(z.string()).default([]),
  signers: z.record(z.array(z.string())).default({}),
})

const settleSchema = z
  .object({
    success: z.boolean(),
    transaction: z.string(),
    network: z.string(),
    errorReason: z.string().optional(),
    payer: z.string().optional(),
    amount: z.string().optional(),
  })
  .passthrough()

export function outcomeOf(said: unknown, extensionResponses?: ExtensionResponses): SettleOutcome {
  const parsed = settleSchema.safeParse(said)
  if (!parsed.success) return { kind: 'unknown', reason: reasons.unexpectedSettleError }
  const answer = parsed.data as SettleResponse // The schema checks every field that is read of it.
  if (answer.success) return { kind: 'settled', response: answer, ...(extensionResponses && { extensionResponses }) }
  const reason = answer.errorReason ?? reasons.unexpectedSettleError
  // A transaction may land despite the answer.
  if (reason === reasons.settlementPending || answer.transaction !== '') {
    return { kind: 'unknown', reason, transaction: answer.transaction }
  }
  return { kind: 'refused', response: answer, mayStillLand: true }
}
