import { ALREADY_OWNED } from '@/lib/base/x402/reasons'
import { findGivingPayment } from '@/lib/payments/find-giving-payment'
import { abandonPayment, spendAtZero } from './abandon-payment'
import { rememberedHeaders } from './deliver'
import { findAccess, spendPass } from './find-access'
import type { Gate } from './gate'
import { createIdleMeter } from './meter'
import type { OpenedRequest } from './opened-request'
import type { LeasedClaim } from './payment-claim'
import { produce } from './produce'
import { releaseAnswer, settledHeaders } from './release'

/**
 * Row 7b: a payer that owns unchanging content already. Its verified signature proves the wallet, so the content is sent
 * and the payment used up at zero. It comes after verifying: the signature of a payment that has landed anywhere is
 * public, and must open nothing. Null where the payer has to pay, as after a refund or the end of its right.
 */
export async function answerOwner(gate: Gate, opened: OpenedRequest, claim: LeasedClaim): Promise<Response | null> {
  const { network: scope, payer: address } = claim.authorization
  if (!(await isOwner(gate, opened, { scope, address }))) return null
  const produced = await produce(gate, opened, { buyer: { kind: 'sign-in', address }, meter: createIdleMeter() })
  if (!produced.isOk) {
    await abandonPayment(gate, claim, {
      reason: `handler_${produced.answer.status}`,
      isHandlerRun: true,
      ...opened.facts,
    })
    return releaseAnswer(produced.answer, opened)
  }
  const { response, extensionResponses } = await spendAtZero(gate, claim, ALREADY_OWNED)
  const settled = { response: { ...response, extra: { reason: ALREADY_OWNED } }, extensionResponses }
  const owner = { wallets: [{ scope, address }], payments: [] }
  const giving = await findGivingPayment(gate.database, { owner, right: opened.right })
  const remembered = giving && rememberedHeaders(gate, opened, giving.paymentId)
  return releaseAnswer(produced.answer, opened, { ...settledHeaders(settled), ...remembered })
}

/** True for a payer of unchanging content that it owns. On that network only: the same address elsewhere may be another contract. */
async function isOwner(
  gate: Gate,
  opened: OpenedRequest,
  wallet: { scope: string; address: string },
): Promise<boolean> {
  const { config, signIn } = opened.route
  if (!config.isUnchanging || !signIn) return false
  const access = await findAccess(gate, opened, [wallet])
  return access !== null && (await spendPass(gate, opened, access)) !== null
}
