import { z } from 'zod'
import { ruled } from '@/lib/base/sentences/say'
import { id, time } from '@/lib/base/x402/answer-parts'
import { parseWalletName } from '@/lib/base/x402/wallet-name'
import type { Actor } from '../actor'
import { recordChange } from '../audit/record-change'
import { parseInput } from '../input-refused-error'
import { requireOperator } from '../operating/require-operator'
import type { SellersContext } from '../ports'
import { hashSecret, invitationCode } from '../secret-form'

const DAY_MS = 86_400_000

export const invitationInput = z
  .object({
    note: z
      .string()
      .trim()
      .min(1, ruled('sayWhom'))
      .max(80, ruled('charactersTooMany'))
      .describe('Whom it is for; only operators read it.'),
    wallet: z
      .string()
      .trim()
      .max(150)
      .refine((text) => text === '' || parseWalletName(text) !== null, ruled('walletNameRule'))
      .default('')
      .describe('The only wallet that may use it; empty for anyone with the code.'),
    days: z
      .number()
      .int(ruled('wholeDays'))
      .min(1, ruled('atLeastADay'))
      .max(90, ruled('atMostNinetyDays'))
      .default(14),
  })
  .strict()

export const newInvitationShape = z.object({
  invitationId: id,
  code: z.string().describe('Shown this once.'),
  url: z.string().describe('Opens the form with the code in it.'),
  expiresAt: time,
})
type NewInvitation = z.infer<typeof newInvitationShape>

/**
 * Makes an invitation to open one shop, until it expires. The code is returned only now; only its hash is stored. Fails
 * with `OPERATOR_REQUIRED`.
 */
export async function createInvitation(context: SellersContext, actor: Actor, input: unknown): Promise<NewInvitation> {
  await requireOperator(context, actor)
  const { note, wallet, days } = parseInput(invitationInput, input)
  const named = wallet === '' ? null : parseWalletName(wallet)
  const code = invitationCode.create()
  const at = context.clock()
  const expiresAt = new Date(at.getTime() + days * DAY_MS)
  const bound = { wallet: named?.address ?? null, walletScopes: named?.scopes ?? [] }
  const invitationId = await context.database.$transaction(async (transaction) => {
    const row = { note, ...bound, createdAt: at, expiresAt, codeHash: hashSecret(code), ending: code.slice(-4) }
    const { id } = await transaction.sellerInvitation.create({ data: row, select: { id: true } })
    const after = { note, wallet: bound.wallet, expiresAt: expiresAt.toISOString() }
    await recordChange(transaction, actor, { at, sellerId: null, act: 'invitation.made', subject: id, after })
    return id
  })
  return { invitationId, code, url: `${context.publicOrigin}/dashboard?invitation=${code}`, expiresAt }
}
