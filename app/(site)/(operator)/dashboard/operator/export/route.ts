import { redirect } from 'next/navigation'
import { heldAnswer } from '@/app/_http/held-answer'
import { exportForOperator } from '../_server/operator'

/**
 * All that this site holds about a wallet, as JSON, for operators; it does not exist for all others. What is no wallet
 * goes back to its field.
 */
export async function GET(request: Request): Promise<Response> {
  const wallet = new URL(request.url).searchParams.get('wallet') ?? ''
  const held = await exportForOperator(wallet)
  if (held === 422)
    redirect(`/dashboard/operator/shops?${new URLSearchParams({ wallet: wallet.slice(0, 120) })}#wallet`)
  return heldAnswer(held)
}
