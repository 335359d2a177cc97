import { z } from 'zod'
import { reasons } from '@/lib/base/x402/reasons'
import type { ExtensionResponses, SettleOutcome, SettleResponse } from '@/lib/base/x402/wire'
import { orAbsent } from '@/lib/base/x402/wire-schemas'

const text = orAbsent(z.string())

/** The parts of other facilitators' answers that we read. */
export const verifySchema = z.object({ isValid: z.boolean(), invalidReason: text, payer: text }).passthrough()

export const supportedSchema = z.object({
  kinds: z.array(
    z.object({
      x402Version: z.number(),
      scheme: z.string(),
      network: z.string(),
      extra: orAbsent(z.record(z.unknown())),
    }),
  ),
  extensions: orAbsent(z.array(z.string())).transform((value) => value ?? []),
  signers: orAbsent(z.record(z.array(z.string()))).transform((value) => value ?? {}),
})

const settleSchema = z
  .object({
    success: z.boolean(),
    transaction: text,
    network: z.string(),
    errorReason: text,
    payer: text,
    amount: text,
  })
  .passthrough()

export function outcomeOf(said: unknown, extensionResponses?: ExtensionResponses): SettleOutcome {
  const parsed = settleSchema.safeParse(said)
  const inDoubt = { kind: 'unknown', reason: reasons.unexpectedSettleError } as const
  if (!parsed.success) return inDoubt
  const { transaction = '' } = parsed.data
  const answer = { ...parsed.data, transaction } as SettleResponse // The schema checks every field that is read of it.
  if (answer.success && parsed.data.transaction === undefined) return inDoubt
  if (answer.success) return { kind: 'settled', response: answer, ...(extensionResponses && { extensionResponses }) }
  const reason = answer.errorReason ?? reasons.unexpectedSettleError
  // A transaction may land despite the answer.
  if (reason === reasons.settlementPending || answer.transaction !== '') {
    return { kind: 'unknown', reason, transaction: answer.transaction }
  }
  return { kind: 'refused', response: answer, mayStillLand: true }
}
