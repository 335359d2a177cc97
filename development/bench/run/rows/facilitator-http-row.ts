import { z } from 'zod'
import { type Bench, measureInTurn, median, pick, type Row, verdictOf } from '../bench'
import { type LoadResult, loadOverHttp, type Send } from '../load'
import { signPayments } from '../payments'
import type { PaidWorld, Side } from './paid-rows'

const verdictSchema = z.object({ isValid: z.literal(true) })
const outcomeSchema = z.object({ success: z.literal(true) })

/** Verify, then settle, of one payment at the facilitator's HTTP interface. */
export async function measureFacilitatorOverHttp(bench: Bench, { stock, ours }: PaidWorld): Promise<Row[]> {
  if (!bench.wants('paid', 'facilitator-http')) return []
  const count = pick(bench, 300, 150)
  await Promise.all([stock, ours].map((side) => verifyAndSettle(side, 40)))
  const loads = await measureInTurn(bench.rounds, {
    stock: () => verifyAndSettle(stock, count),
    ours: () => verifyAndSettle(ours, count),
  })
  const rates = { stock: loads.stock.map(rateOf), ours: loads.ours.map(rateOf) }
  const gain = median(rates.ours) / median(rates.stock)
  const failures = (side: LoadResult[]) => side.reduce((sum, load) => sum + load.failures, 0)
  const text = (side: 'stock' | 'ours') => {
    const failed = failures(loads[side])
    return `${median(rates[side]).toFixed(0)}/s${failed > 0 ? `, ${failed} failed` : ''}`
  }
  const row: Row = {
    name: 'facilitator-http',
    title: 'verify + settle over HTTP, 20 at a time',
    meaning:
      'Payments per second that are verified and then settled by POST at the facilitator, 20 at a time. Stock is the ' +
      "SDK's facilitator behind express.",
    stock: text('stock'),
    ours: `${text('ours')} (${gain.toFixed(2)}x)`,
    goal: '>= 3x',
    verdict: verdictOf(gain >= 3 && failures(loads.ours) === 0),
    figures: { 'stock perSecond': rates.stock, 'ours perSecond': rates.ours },
  }
  return [row]
}

const rateOf = ({ perSecond }: LoadResult) => perSecond

async function verifyAndSettle({ server, buyers }: Side, count: number): Promise<LoadResult> {
  const bodies = (await signPayments(server, buyers, count)).map((payment) =>
    JSON.stringify({ x402Version: 2, paymentPayload: payment, paymentRequirements: payment.accepted }),
  )
  const load = await loadOverHttp(bodies, 20, async (send, body) => {
    const verdict = await post(send, `${server.origin}/facilitator/verify`, body)
    if (!verdictSchema.safeParse(verdict).success) return false
    return outcomeSchema.safeParse(await post(send, `${server.origin}/facilitator/settle`, body)).success
  })
  if (load.failures > 0) await server.recover?.()
  return load
}

async function post(send: Send, url: string, body: string): Promise<unknown> {
  const { text } = await send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return JSON.parse(text)
}
