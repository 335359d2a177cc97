import { siteFacts } from '@/app/_server/site-facts'
import { readReceipt } from '@/app/(site)/library/_server/library'
import { answerProblem, privateHeaders } from '@/lib/base/http/problem'

/** A receipt as JSON. Amounts are atomic units in text, as on the wire. */
export async function GET(_request: Request, { params }: RouteContext<'/api/receipts/[paymentId]'>): Promise<Response> {
  const receipt = await readReceipt((await params).paymentId)
  if (!receipt) return answerProblem('RECEIPT_NOT_FOUND', 'Your wallets have no such receipt.')
  const { name, origin } = siteFacts()
  const { authorizedAtomic, chargedAtomic, settledAt, accessEndsAt, refunds, ...rest } = receipt
  const body = {
    ...rest,
    amount: chargedAtomic.toString(),
    authorizedAmount: authorizedAtomic.toString(),
    settledAt: settledAt.toISOString(),
    accessEndsAt: accessEndsAt?.toISOString() ?? null,
    refunds: refunds.map(({ amountAtomic, transaction, confirmedAt }) => ({
      amount: amountAtomic.toString(),
      transaction,
      confirmedAt: confirmedAt?.toISOString() ?? null,
    })),
    site: { name, origin },
  }
  return Response.json(body, { headers: privateHeaders })
}
