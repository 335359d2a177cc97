import type { PaymentPayload } from '@x402/core/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createStockBuyer } from '@/development/testing/stock-buyer'
import { type Bench, pick } from '../bench'
import { loadChallenge } from '../measure/challenge-load'
import { measureInTurn } from '../measure/in-turn'
import { median } from '../measure/median'
import { openBuyer, paymentHeaders, signPayments } from '../measure/payments'
import { loadOverHttp, type Send } from '../measure/send'
import { type Row, verdictOf } from '../row'
import type { BenchServer } from '../world/bench-server'
import { startSiteWithPast } from '../world/past-database'
import { startChain } from '../world/start-chain'
import type { OurSite } from '../world/start-our-site'

const IN_FLIGHT = 20
/** How much longer a step may take with the past than without it. */
const GOAL = 1.2

/** Each step of a payment at a site that sold nothing before, and at one that has sold `bench.past` times. */
export async function measurePast(bench: Bench, few: OurSite, keys: `0x${string}`[]): Promise<Row> {
  const payers = keys.map((key) => privateKeyToAccount(key).address.toLowerCase())
  const many = await startSiteWithPast(bench, { chain: await startChain(bench), payers })
  const sides = { few: await openSteps(few, keys), many: await openSteps(many, keys) }
  const count = pick(bench, 300, 60)
  for (const side of Object.values(sides)) for (const step of steps) await side[step](pick(bench, 100, 20))
  const ratios: [string, number][] = []
  const figures: Row['figures'] = {}
  for (const step of steps) {
    const rates = await measureInTurn(bench.rounds, {
      few: () => sides.few[step](count),
      many: () => sides.many[step](count),
    })
    ratios.push([step, median(rates.few) / median(rates.many)])
    figures[`${step} perSecond, few`] = rates.few
    figures[`${step} perSecond, many`] = rates.many
  }
  await many.stop()
  const amount = bench.past.toLocaleString('en')
  return {
    name: 'flat-past',
    title: `the same with 0 and with ${amount} past payments`,
    meaning:
      `Two sites, one of which has ${amount} settled payments in its ledger and its catalog, half of them of the route that is ` +
      `measured and one in a hundred by the wallets that pay; ${IN_FLIGHT} at a time. Verify and settle are the facilitator over ` +
      'HTTP; claim is a payment by a wallet without money, which the gate claims, verifies and refuses. The figure is the time with ' +
      'the past over the time without it.',
    stock: '',
    ours: ratios.map(([step, ratio]) => `${step} ${ratio.toFixed(2)}x`).join(', '),
    goal: `each <= ${GOAL}x`,
    verdict: verdictOf(ratios.every(([, ratio]) => ratio <= GOAL)),
    figures,
  }
}

const steps = ['verify', 'settle', 'claim', 'paid GET', '402'] as const

/** Each step's rate per second; throws where one failed. */
async function openSteps(server: BenchServer, keys: `0x${string}`[]) {
  const buyers = await Promise.all(keys.map((key) => openBuyer(server, key)))
  const penniless = keys.map(() => createStockBuyer({ evm: { key: generatePrivateKey(), rpcUrl: server.evmRpcUrl } }))
  const rateOf = async (
    payments: PaymentPayload[],
    task: (send: Send, payment: PaymentPayload) => Promise<boolean>,
  ) => {
    const { failures, perSecond } = await loadOverHttp(payments, IN_FLIGHT, task)
    if (failures > 0) throw new Error(`${failures} of ${payments.length} failed at ${server.url}.`)
    return perSecond
  }
  const ask = async (send: Send, verb: 'verify' | 'settle', payment: PaymentPayload) => {
    const body = JSON.stringify({ x402Version: 2, paymentPayload: payment, paymentRequirements: payment.accepted })
    const headers = { 'content-type': 'application/json' }
    const { text } = await send(`${server.origin}/facilitator/${verb}`, { method: 'POST', headers, body })
    return /"(?:isValid|success)":true/.test(text)
  }
  const get = (status: number) => async (send: Send, payment: PaymentPayload) =>
    (await send(server.url, { headers: paymentHeaders(payment) })).status === status
  return {
    async verify(count) {
      return rateOf(await signPayments(server, buyers, count), (send, payment) => ask(send, 'verify', payment))
    },
    async settle(count) {
      return rateOf(await signPayments(server, buyers, count), (send, payment) => ask(send, 'settle', payment))
    },
    async claim(count) {
      return rateOf(await signPayments(server, penniless, count), get(402))
    },
    async 'paid GET'(count) {
      return rateOf(await signPayments(server, buyers, count), get(200))
    },
    402: () => loadChallenge(server.url, 2, IN_FLIGHT),
  } satisfies Record<(typeof steps)[number], (count: number) => Promise<number>>
}
