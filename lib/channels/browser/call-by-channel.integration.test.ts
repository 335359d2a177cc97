import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { serveFetch } from '@/development/testing/serve-fetch'
import { openTargets } from '@/development/testing/targets'
import { readUsdc } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { paymentOptionsOf } from '@/lib/base/x402/payment-option'
import { parsePaymentRequired } from '@/lib/client/parse-exchange'
import { findKeptPayment } from '@/lib/site/browser/kept-payment'
import { memoryStorage } from '@/lib/site/browser/storage'
import { callByChannel, resumeCall } from './call-by-channel'
import { channelKeyFor } from './channel-store'
import { type KeptLimits, keepChannel, parseKeptChannel, sumsOf } from './kept-channel'
import { refundByChannel } from './refund-by-channel'

const price = 100n
const deposited = 100n * price

const targets = await openTargets()
const accepts = { scheme: 'batch-settlement', price: '$0.0001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
let calls = 0
const ours = await targets.ours({
  routes: { 'GET /call': { config: { accepts }, handler: () => Response.json({ call: ++calls }) } },
})
// The page's access to the chain.
const rpc = await serveFetch(async (request) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(targets.world.evmRpcUrl, { method: 'POST', headers, body: await request.text() })
  return new Response(await answer.text(), { headers })
})
const terms = parsePaymentRequired((await fetch(`${ours.origin}/call`)).headers)
const [first] = paymentOptionsOf(terms?.accepts ?? [], () => ({ symbol: 'USDC', decimals: 6 }))
if (!first?.extra) throw new Error('Expected a route that is paid by channels.')
const option = first
afterAll(async () => {
  await rpc.stop()
  await targets.close()
})
beforeEach(() => {
  const location = { origin: rpc.origin, href: rpc.origin }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }))
})
afterEach(() => vi.unstubAllGlobals())

/** A browser with a funded wallet that counts its signatures. */
async function openBrowser() {
  const key = privateKeyToAccount(generatePrivateKey())
  await targets.world.faucet({ network: BASE_SEPOLIA, address: key.address, amountAtomic: 1_000_000n })
  const store = memoryStorage()
  const channelKey = channelKeyFor(option) ?? ''
  let asked = 0
  const line = { lose: 0, isDeclined: false, sent: [] as string[] }
  const account = {
    ...key,
    signTypedData: ((data) => {
      asked += 1
      if (line.isDeclined) return Promise.reject(new Error('User rejected the request.'))
      return key.signTypedData(data)
    }) as typeof key.signTypedData,
  }
  const purchase = {
    url: `${ours.origin}/call`,
    method: 'GET',
    send: (async (input, init) => {
      const request = new Request(input, init)
      const header = request.headers.get('payment-signature')
      if (header !== null) line.sent.push(header)
      const answer = await fetch(request)
      if (header === null || line.lose-- <= 0) return answer
      await answer.arrayBuffer()
      await untilDelivered(key.address)
      throw new TypeError('The connection was lost.')
    }) as typeof fetch,
  }
  const shared = {
    purchase,
    store,
    channelKey,
    onEvent: () => {},
    patience: { maxWaitMs: 5_000, sleep: async () => {} },
  }
  const agreed = {
    scheme: option.scheme,
    network: BASE_SEPOLIA,
    asset: option.asset,
    amount: price.toString(),
    payTo: option.payTo,
  } as const
  const kept = () => parseKeptChannel(store.getItem(channelKey))
  return {
    address: key.address,
    store,
    channelKey,
    line,
    kept,
    sums: () => sumsOf(kept() ?? { network: '', payer: '', sessionKey: '', authorizer: '', limits: {}, notes: {} }),
    asked: () => asked,
    limit: (limits: KeptLimits) => {
      const channel = kept()
      if (channel) keepChannel(store, channelKey, { ...channel, limits })
    },
    call: (depositAtomic?: bigint) =>
      callByChannel({
        ...shared,
        agreed,
        maxDollars: '$0.0001',
        timeoutSeconds: 60,
        deposit: depositAtomic === undefined ? null : { account, amountAtomic: depositAtomic },
      }),
    resume: async () => {
      const payment = findKeptPayment(store, purchase)
      if (!payment) throw new Error('Expected a kept payment.')
      return resumeCall({ ...shared, kept: payment })
    },
    refund: () => refundByChannel({ purchase, store, channelKey }),
    balance: () => readUsdc(targets.world, key.address),
  }
}

const channelOf = (address: string) =>
  ours.site.application.database.paymentChannel.findFirstOrThrow({ where: { payer: address.toLowerCase() } })
const chargedTo = async (address: string) => BigInt((await channelOf(address)).chargedAtomic.toFixed(0))

const untilDelivered = (address: string) =>
  expect
    .poll(() =>
      ours.site.application.database.payment.count({ where: { payer: address.toLowerCase(), deliveredAt: null } }),
    )
    .toBe(0)

describe('a channel of a browser', () => {
  it('asks the wallet for the deposit only, tops up while money is left, and comes back whole', async () => {
    const browser = await openBrowser()
    expect((await browser.call(deposited)).kind).toBe('delivered')
    for (let call = 0; call < 3; call += 1) expect((await browser.call()).kind).toBe('delivered')
    expect([browser.asked(), browser.sums().leftAtomic]).toEqual([1, 96n * price])
    expect((await browser.call(2n * deposited)).kind).toBe('delivered')
    expect([browser.asked(), browser.sums().balanceAtomic]).toEqual([2, 3n * deposited])
    expect(await chargedTo(browser.address)).toBe(5n * price)
    expect(await browser.refund()).toBe(295n * price)
    expect([await browser.balance(), browser.kept()]).toEqual([1_000_000n - 5n * price, null])
  })

  it('that the seller does not know any more makes room for another, and is not forgotten', async () => {
    const browser = await openBrowser()
    expect((await browser.call(deposited)).kind).toBe('delivered')
    const first = browser.kept()
    await untilDelivered(browser.address)
    // The same as after a restore from a backup that is older than the channel.
    await ours.site.application.database.paymentChannel.deleteMany({ where: { payer: browser.address.toLowerCase() } })
    expect(await browser.call()).toEqual({ kind: 'unknownDeposit' })
    expect([browser.asked(), browser.kept()]).toEqual([1, null])
    expect((await browser.call(deposited)).kind).toBe('delivered')
    expect((await browser.call()).kind).toBe('delivered')
    expect([browser.asked(), await chargedTo(browser.address)]).toEqual([2, 2n * price])
    const left = browser.store.getItem(`${browser.channelKey} ${first?.authorizer}`.toLowerCase())
    expect(parseKeptChannel(left)).toEqual(first)
  })

  it('signs nothing above the limits of its owner, of one call and of a day', async () => {
    const browser = await openBrowser()
    const overLimit = expect.objectContaining({ code: 'OVER_LIMIT' })
    expect((await browser.call(deposited)).kind).toBe('delivered')
    browser.limit({ each: (price - 1n).toString() })
    await expect(browser.call(deposited)).rejects.toEqual(overLimit)
    expect([browser.asked(), browser.line.sent.length]).toEqual([1, 1])
    browser.limit({ each: price.toString(), day: (2n * price).toString() })
    // A call whose answer was lost counts, as long as it may have been charged.
    browser.line.lose = 1_000
    expect((await browser.call()).kind).toBe('open')
    const sent = browser.line.sent.length
    await expect(browser.call()).rejects.toEqual(overLimit)
    expect(browser.line.sent).toHaveLength(sent)
    browser.line.lose = 0
    expect((await browser.resume()).kind).toBe('delivered')
    await expect(browser.call()).rejects.toEqual(overLimit)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 })
    const next = await browser.call().finally(() => vi.useRealTimers())
    expect([next.kind, browser.sums().chargedAtomic]).toEqual(['delivered', 3n * price])
  })

  it('charges a call whose answer is lost once, and brings that answer again', async () => {
    const browser = await openBrowser()
    await browser.call(deposited)
    browser.line.lose = 1
    expect((await browser.call()).kind).toBe('delivered')
    expect(new Set(browser.line.sent).size).toBe(2)
    expect(await chargedTo(browser.address)).toBe(2n * price)
    // The loss is noted already: the next call sends the next voucher.
    expect(browser.sums().chargedAtomic).toBe(2n * price)
    expect((await browser.call()).kind).toBe('delivered')
    expect(await chargedTo(browser.address)).toBe(3n * price)
  })

  it('finds back when its notes are old, with one charge', async () => {
    const browser = await openBrowser()
    await browser.call(deposited)
    const before = browser.store.getItem(browser.channelKey) ?? ''
    await browser.call()
    browser.store.setItem(browser.channelKey, before)
    await untilDelivered(browser.address)
    expect((await browser.call()).kind).toBe('delivered')
    expect([await chargedTo(browser.address), browser.asked()]).toEqual([3n * price, 1])
  })
})
