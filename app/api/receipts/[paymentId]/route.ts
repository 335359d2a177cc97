import { siteFacts } from '@/app/_server/site-facts'
import { readReceipt, receiptJson } from '@/app/(site)/library/_server/library'
import { answerProblem, privateHeaders } from '@/lib/base/http/problem'

export async function GET(_request: Request, { params }: RouteContext<'/api/receipts/[paymentId]'>): Promise<Response> {
  const receipt = await readReceipt((await params).paymentId)
  if (!receipt) return answerProblem('RECEIPT_NOT_FOUND', 'Your wallets have no such receipt.')
  const { name, origin } = siteFacts()
  return Response.json({ ...receiptJson(receipt), site: { name, origin } }, { headers: privateHeaders })
}
