import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SchemeNetworkClient } from '@x402/core/types'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { encodeHeader } from '@/lib/base/x402/header-codec'
import { createEvmWallet } from '@/lib/client/evm-wallet'
import { fetchPaidData } from '../mcp-bridge/fetch-paid-data'
import { readLines } from '../receipts-command'
import { openAuditLog } from './audit-log'
import type { PassPolicy } from './passes'
import { openSpendingBook } from './spending-book'
import { terms as option } from './testing/signed-payments'

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const url = new URL('https://shop.example/one')
const passUrl = 'https://shop.example/pass'
type Shop = {
  link?: object
  passTerms?: object
  beside?: object
  opens?: boolean
  passAnswer?: () => Response
  /** It was bought from another machine, and opens nothing more today. */
  isHeldElsewhere?: boolean
  answer?: () => Response
}
let folder: string
let file: string
/** Addresses that were signed for, in order, and how often someone signed in. */
let signed: string[]
let signIns: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-pass-'))
  file = join(folder, 'payments.jsonl')
  ;[signed, signIns] = [[], 0]
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const paid = () =>
  Response.json(
    { content: true },
    { headers: { 'payment-response': encodeHeader({ success: true, transaction: '0x01', network: option.network }) } },
  )

/** Sells one thing for $0.10, and a pass for $0.20 that its 402 links. */
function shopThat({
  link,
  passTerms,
  beside,
  opens = true,
  passAnswer = paid,
  isHeldElsewhere,
  answer = paid,
}: Shop): typeof fetch {
  let isHeld = false
  return async (input, init) => {
    const { headers, url: asked } = new Request(input, init)
    const isPass = asked !== url.href
    if (headers.has('payment-signature')) {
      signed.push(asked)
      isHeld ||= isPass
      return isPass ? passAnswer() : answer()
    }
    if (headers.has('sign-in-with-x')) {
      signIns += 1
      if (isPass && isHeldElsewhere) return Response.json({ pass: true })
      if (isHeld && opens) return Response.json({ content: 'by pass' })
    }
    const now = new Date().toISOString()
    const info = { domain: 'shop.example', uri: asked, version: '1', nonce: 'abcdefgh12345678', issuedAt: now }
    const passes = {
      info: { passes: [{ url: passUrl, title: 'Month', price: '$0.20', days: 30, scope: 'shop', ...link }] },
    }
    const terms = {
      x402Version: 2,
      resource: { url: asked },
      accepts: [
        ...(isPass && beside ? [{ ...option, amount: '200000', ...beside }] : []),
        isPass ? { ...option, amount: '200000', ...passTerms } : { ...option, amount: '100000' },
      ],
      extensions: {
        'sign-in-with-x': { info, supportedChains: [{ chainId: option.network, type: 'eip191' }] },
        ...(isPass ? {} : { passes }),
      },
    }
    return new Response(null, { status: 402, headers: { 'payment-required': encodeHeader(terms) } })
  }
}

/** Channels of the wallet, out of which nothing here is to be paid. */
const channel: SchemeNetworkClient = {
  scheme: 'batch-settlement',
  findDefaultAsset: () => ({ address: option.asset, decimals: 6, symbol: 'USDC' }) as never,
  createPaymentPayload: () => Promise.reject(new Error('Expected a payment of its own.')),
}

function openAgent(policy: PassPolicy, { isSignInTried = true, maxDollars = '$1', perDay = 1_000_000n } = {}) {
  const limits = { perDayMicros: perDay, perHostMicros: null, depositMicros: null, file: join(folder, 'spending.json') }
  const guard = {
    book: openSpendingBook(limits, () => new Date(), { findCost: async () => null, findLeft: async () => null }),
    audit: openAuditLog(
      file,
      (text) => text,
      () => new Date(),
    ),
    confirm: async () => null,
    passes: { policy, readLines: () => readLines(file) },
  }
  const wallets = [createEvmWallet({ account, channels: [{ network: option.network, client: channel }] })]
  const told: string[] = []
  const ask = (send: typeof fetch) =>
    fetchPaidData(
      { url, maxDollars, isSignInTried },
      { wallets, guard, fetch: send, tell: (line) => told.push(line) },
    ).catch((error: Error) => error.message)
  return { ask, told }
}

/** Moves what is written down into the past. */
function age(days: number) {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const moved = lines.map((line) => {
    const entry = JSON.parse(line) as { at: string }
    return JSON.stringify({ ...entry, at: new Date(Date.parse(entry.at) - days * 86_400_000).toISOString() })
  })
  writeFileSync(file, `${moved.join('\n')}\n`)
}

it('buys a pass once half of its price was paid, and pays nothing then', async () => {
  const { ask, told } = openAgent('buy')
  const shop = shopThat({ link: { price: '$0.40' }, passTerms: { amount: '400000' } })
  expect(await ask(shop)).toEqual({ content: true })
  expect(await ask(shop)).toEqual({ content: 'by pass' })
  expect(await ask(shop)).toEqual({ content: 'by pass' })
  expect(signed).toEqual([url.href, passUrl])
  const until = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  expect(told).toEqual([
    'Paid by one payment: 0.10 USDC (exact).',
    `Bought the pass ${passUrl}, which lasts until ${until}.`,
    `Opened by the pass ${passUrl}, which lasts until ${until}. Nothing was paid.`,
  ])
})

it.each<[string, Shop]>([
  ['of a foreign shop', { link: { url: 'https://other.example/pass' } }],
  ['at no price', { link: { price: '$0' } }],
  ['at a price of nothing that can be paid', { link: { price: '$0.0000001' } }],
  ['that lasts no time', { link: { days: 0 } }],
  ['that lasts for ever', { link: { days: 1e9 } }],
  ['that asks for more than its link said', { passTerms: { amount: '200001' } }],
  ['that is paid to another seller', { passTerms: { payTo: '0x1111111111111111111111111111111111111111' } }],
  ['in an unknown asset', { passTerms: { asset: '0x1111111111111111111111111111111111111111' } }],
])('signs for no pass %s, and pays the price', async (_, shop) => {
  const { ask } = openAgent('buy')
  expect([await ask(shopThat(shop)), signed]).toEqual([{ content: true }, [url.href]])
})

it('buys a pass by a payment of its own where a deposit could pay it too', async () => {
  const { ask } = openAgent('buy')
  const shop = shopThat({ beside: { scheme: 'batch-settlement' } })
  expect([await ask(shop), signed]).toEqual([{ content: 'by pass' }, [passUrl]])
})

it.each([{ perDay: 150_000n }, { maxDollars: '$0.15' }])(
  'signs for no pass above the limit %o, and pays the price',
  async (limit) => {
    const { ask } = openAgent('buy', limit)
    expect([await ask(shopThat({})), signed]).toEqual([{ content: true }, [url.href]])
  },
)

it('buys none where the policy is to use those that are held', async () => {
  const { ask } = openAgent('held')
  const shop = shopThat({})
  expect([await ask(shop), await ask(shop), signed]).toEqual([
    { content: true },
    { content: true },
    [url.href, url.href],
  ])
})

it('pays nothing on top of a pass that does not open what linked it', async () => {
  const { ask } = openAgent('buy')
  const shop = shopThat({ opens: false })
  expect(await ask(shop)).toBe(`The pass ${passUrl} was bought, and this did not open by it. Nothing more was signed.`)
  expect(signed).toEqual([passUrl])
  // The next call pays the price, and never for that pass again.
  expect([await ask(shop), signed]).toEqual([{ content: true }, [passUrl, url.href]])
})

it.each<[string, () => Response]>([
  ['refused', () => new Response(null, { status: 402, headers: { 'payment-required': encodeHeader({}) } })],
  ['in doubt', () => new Response('down', { status: 500 })],
])('pays no price in the same call, and no second time for a pass whose payment was %s', async (_, passAnswer) => {
  const { ask } = openAgent('buy')
  const shop = shopThat({ passAnswer, opens: false })
  expect(await ask(shop)).toMatch(/rejected|may be taken/)
  expect([await ask(shop), signed]).toEqual([{ content: true }, [passUrl, url.href]])
})

it('neither uses nor renews a pass that has ended, unless told to', async () => {
  const shop = shopThat({})
  await openAgent('buy', { isSignInTried: false }).ask(shop)
  expect([signed, signIns]).toEqual([[passUrl], 1 + 1])
  age(31)
  await openAgent('buy', { isSignInTried: false }).ask(shop)
  expect([signed, signIns]).toEqual([[passUrl, url.href], 2])
  await openAgent('now', { isSignInTried: false }).ask(shopThat({}))
  expect(signed).toEqual([passUrl, url.href, passUrl])
})

it('signs in for a held pass where it does not else', async () => {
  const { ask } = openAgent('buy', { isSignInTried: false })
  const shop = shopThat({})
  await ask(shop)
  const before = signIns
  expect([await ask(shop), signIns - before, signed]).toEqual([{ content: 'by pass' }, 1, [passUrl]])
})

it('buys one pass for two calls at once', async () => {
  const { ask } = openAgent('buy')
  const shop = shopThat({})
  await Promise.all([ask(shop), ask(shop)])
  expect(signed.filter((one) => one === passUrl)).toHaveLength(1)
})

it('pays nothing where a pass is asked for and none is on sale', async () => {
  const { ask } = openAgent('now')
  expect(await ask(shopThat({ link: { price: '$0' } }))).toContain('No pass that is held or on sale opens this')
  expect(await ask(shopThat({ link: { price: '$2' }, passTerms: { amount: '2000000' } }))).toContain('the most to pay')
  expect(signed).toEqual([])
})

it('pays the price, and says so, where a pass of another machine opens nothing more', async () => {
  const { ask, told } = openAgent('buy')
  expect([await ask(shopThat({ isHeldElsewhere: true })), signed]).toEqual([{ content: true }, [url.href]])
  expect(told).toEqual(['Paid by one payment: 0.10 USDC (exact).'])
  expect((await readLines(file)).at(-1)).toMatchObject({ event: 'settled', way: 'price' })
})

it.each<[string, Shop]>([
  ['is held elsewhere and opens nothing more', { isHeldElsewhere: true }],
  ['is not sold just now', { passTerms: { asset: '0x1111111111111111111111111111111111111111' } }],
])('pays no single price where a pass is asked for that %s', async (_, shop) => {
  const { ask } = openAgent('now')
  await ask(shopThat(shop))
  expect(signed).toEqual([])
})

it('counts nothing as paid for what was bought before, nor toward a pass', async () => {
  const settlement = {
    success: true,
    transaction: '',
    network: option.network,
    amount: '0',
    extra: { reason: 'already_owned' },
  }
  const answer = () => Response.json({}, { headers: { 'payment-response': encodeHeader(settlement) } })
  const { ask } = openAgent('buy')
  const shop = shopThat({ link: { price: '$0.40' }, passTerms: { amount: '400000' }, answer })
  for (let call = 0; call < 3; call += 1) await ask(shop)
  expect(signed).toEqual([url.href, url.href, url.href])
  expect((await readLines(file)).at(-1)).toMatchObject({ event: 'settled', way: 'owned', amount: '0' })
})

it('tells of no pass where the answer is an error', async () => {
  const { ask } = openAgent('buy')
  const shop = shopThat({})
  await ask(shop)
  const failing: typeof fetch = async (input, init) => {
    const answer = await shop(input, init)
    return new Request(input, init).headers.has('sign-in-with-x') ? new Response('down', { status: 500 }) : answer
  }
  await ask(failing)
  const opened = (await readLines(file)).filter(({ event }) => event === 'signed_in').at(-1)
  expect([opened?.url, opened?.pass]).toEqual([url.href, undefined])
})
