import { request as ask } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { askSettled } from '@/development/testing/ask-settled'
import type { TestRoute } from '@/development/testing/serve-test-site'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { sql } from '@/lib/base/infra/database'
import { defaultRetention } from '@/lib/base/infra/prune'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { prunePayments } from '@/lib/payments/prune-payments'

const targets = await openTargets()
const target = await targets.ours({ routes: routes() })
afterAll(() => targets.close())

function routes(): Record<string, TestRoute> {
  const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  let orders = 0
  return {
    'POST /order': { config: { accepts }, handler: () => Response.json({ order: (orders += 1) }) },
    'GET /long': { config: { accepts }, handler: () => new Response('x'.repeat(300_000)) },
  }
}

const newBuyer = () => createEvmBuyer(targets.world, 1_000_000n)
const spentOf = async (buyer: TestBuyer) => 1_000_000n - (await buyer.balance())

/** `npm run pay` of that buyer, in this process. */
async function runPay({ key }: TestBuyer, url: string, method = 'GET') {
  const { pay } = await import('./pay')
  const input = {
    url,
    method,
    data: null,
    headers: {},
    isSignInTried: true,
    timeoutSeconds: 60,
    network: null,
    maxDollars: '$0.01',
    isJson: false,
  }
  return pay(input, { evmKey: key, rpcUrls: { [BASE_SEPOLIA]: targets.world.evmRpcUrl } }, { onEvent: () => {} })
}

async function throughProxy<T>(
  options: { losses: number; status?: number; to?: string },
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const proxy = await openLosingProxy(options.to ?? target.origin, options)
  try {
    return await work(proxy.origin)
  } finally {
    expect(proxy.lost()).toBe(options.losses)
  }
}

async function signAs(buyer: TestBuyer, url: string, id: string) {
  const { payload } = await buyer.sign(url)
  const extensions = { ...payload.extensions, 'payment-identifier': { info: { required: false, id } } }
  return { 'PAYMENT-SIGNATURE': encodeHeader({ ...payload, extensions }) }
}
const newId = () => crypto.randomUUID()

describe('an answer that a proxy loses', () => {
  it.each([
    ['by closing the connection', {}],
    ['by an error of its own', { status: 502 }],
  ])('%s comes again to the buyer’s program, for one charge and one run', async (_how, how) => {
    const buyer = await newBuyer()
    const runs = (await target.runs())['/cheap'] ?? 0
    const report = await throughProxy({ losses: 2, ...how }, (origin) => runPay(buyer, `${origin}/cheap`))
    expect(report).toMatchObject({ exitCode: 0, body: { kind: 'json', value: { content: '/cheap' } }, problem: null })
    expect([await spentOf(buyer), ((await target.runs())['/cheap'] ?? 0) - runs]).toEqual([1_000n, 1])
  })

  it('and that is too long to be kept is told to be lost: paid, exit 6, and never paid anew', async () => {
    const buyer = await newBuyer()
    const report = await throughProxy({ losses: 1 }, (origin) => runPay(buyer, `${origin}/long`))
    const message = expect.stringContaining('not charged again')
    expect(report).toMatchObject({
      exitCode: 6,
      problem: { code: 'ANSWER_LOST', message },
      settlement: { success: true },
    })
    expect(await spentOf(buyer)).toBe(1_000n)
  })
})

it('the same payment again with one brings its answer for ten minutes, and nothing is kept after', async () => {
  const { database } = target.site.application
  const [buyer, url] = [await newBuyer(), `${target.origin}/cheap`]
  const headers = await signAs(buyer, url, newId())
  const content = await (await fetch(url, { headers })).text()
  const again = async () => {
    const answer = await askSettled(url, headers)
    return [answer.status, await answer.text()]
  }
  expect(await again()).toEqual([200, content])
  const payer = buyer.address.toLowerCase()
  const age = (minutes: number) =>
    database.execute(sql`
    UPDATE payments SET delivered_at = now() - make_interval(mins => ${minutes}::int) WHERE payer_identity = ${payer}`)
  const isKept = async () =>
    (await database.payment.findFirstOrThrow({ where: { payerIdentity: payer } })).responseBody !== null
  await age(9)
  await prunePayments(database, defaultRetention, { now: new Date() })
  expect([await again(), await isKept()]).toEqual([[200, content], true])
  // The clock of an instance decides nothing: it may be fast or slow.
  const { gate } = target.site.application
  const { clock } = gate
  try {
    gate.clock = () => new Date(clock().getTime() + 5 * 60_000)
    expect(await again()).toEqual([200, content])
    await age(12)
    gate.clock = () => new Date(clock().getTime() - 5 * 60_000)
    expect((await again())[0]).toBe(402)
  } finally {
    gate.clock = clock
  }
  await age(12)
  expect(await again()).toMatchObject([402, expect.stringContaining('is not kept any more')])
  await prunePayments(database, defaultRetention, { now: new Date() })
  expect(await isKept()).toBe(false)
  expect(await spentOf(buyer)).toBe(1_000n)
})

/**
 * A proxy in front of a server that reads the whole answer to a paid request and then loses it: for the first `losses`
 * of them the client gets a closed connection, or with `status` an error page of the proxy's own.
 */
export async function openLosingProxy(origin: string, { losses, status }: { losses: number; status?: number }) {
  let lost = 0
  const { origin: proxied } = await serveNode((incoming, outgoing) => {
    const isPaid = incoming.headers['payment-signature'] !== undefined
    const onward = ask(`${origin}${incoming.url}`, { method: incoming.method, headers: incoming.headers }, (answer) => {
      if (!isPaid || lost >= losses) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        return answer.pipe(outgoing)
      }
      lost += 1
      answer
        .resume()
        .once('end', () =>
          status === undefined
            ? outgoing.destroy()
            : outgoing.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
        )
    })
    onward.once('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  return { origin: proxied, lost: () => lost }
}
