import { afterAll, expect, it } from 'vitest'
import { answer402, bazaar, challenge, createCatalogWorld, option } from '@/development/testing/catalog-world'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { preflightShape } from '../http/shapes'

const world = await createCatalogWorld()
afterAll(() => world.stop())

const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const otherWallet = '0x7777777777777777777777777777777777777777'
const described = { resource: { description: 'Tides of a harbour, hour by hour' } }

/** A seller on a host of its own; `answer` may be changed between requests. */
async function openSeller(first: object | number) {
  const seller = { answer: first, isWildcard: false, origin: '', asked: [] as string[] }
  seller.origin = await world.serve((request, response) => {
    seller.asked.push(request.url ?? '')
    const isKnown = seller.isWildcard || request.url === '/tides'
    if (isKnown && typeof seller.answer === 'object') answer402(response, seller.answer)
    else response.writeHead(isKnown && typeof seller.answer === 'number' ? seller.answer : 404).end()
  })
  return {
    ...{ seller, key: `GET ${seller.origin}/tides`, url: `${seller.origin}/tides` },
    list: async () => {
      world.advance(3_000)
      return world.catalog.probe({ url: `${seller.origin}/tides` })
    },
    advise: async () => {
      world.advance(3_000)
      const answer = await world.catalog.preflight({ url: `${seller.origin}/tides` })
      preflightShape.parse(answer)
      return { ...answer, codes: answer.reasons.map(({ code, effect }) => `${effect} ${code}`) }
    },
  }
}

/** One payment of an independent wallet, as the facilitator's ledger has it. */
async function pay(url: string, payer: string) {
  const paymentRequirements = option() as unknown as PaymentRequirements
  const paid = { x402Version: 2, resource: { url }, accepted: paymentRequirements, payload: {}, extensions: bazaar() }
  const response = { success: true, transaction: payer, network: paymentRequirements.network, payer, amount: '1000' }
  await world.settle({ paymentPayload: paid as unknown as PaymentPayload, paymentRequirements, response })
}

it('says of a resource that nobody has listed that nothing is known, with its live terms', async () => {
  const { advise } = await openSeller(challenge(described))
  expect(await advise()).toMatchObject({
    verdict: 'pay_with_care',
    codes: ['care not_listed', 'good answers'],
    terms: { x402Version: 2, accepts: [{ amount: '1000', network: 'eip155:84532' }] },
    key: null,
  })
})

it('says pay where independent wallets have paid what is asked', async () => {
  const { list, advise, key, url } = await openSeller(challenge(described))
  await list()
  for (const payer of ['2', '3', '4']) await pay(url, `0x${payer.repeat(40)}`)
  await world.count()
  const answer = await advise()
  expect(answer).toMatchObject({ url, key, verdict: 'pay' })
  expect(answer.codes).toEqual(
    expect.arrayContaining([
      'good answers',
      'good payee_as_listed',
      'good price_as_listed',
      'good stays_up',
      'good independent_payers',
    ]),
  )
})

it.each([
  ['nothing to pay', 200, 'stop not_paid'],
  ['an error', 500, 'stop no_answer'],
  ['a wish for its input', 422, 'care input_wanted'],
  ['no option that can be paid', challenge({ accepts: [option({ amount: undefined })] }), 'stop terms_unpayable'],
  ['another resource', challenge({ resource: { url: 'https://bank.example.com/' } }), 'stop terms_unpayable'],
  [
    'an address without an owner',
    challenge({ accepts: [option({ payTo: `0x${'0'.repeat(40)}` })] }),
    'stop burn_address',
  ],
  ['a decoy’s price', challenge({ accepts: [option({ amount: '1000000000' })] }), 'stop decoy_price'],
  ['a dear price', challenge({ accepts: [option({ amount: '2000000' })] }), 'care dear'],
  ['no word of what it sells', challenge({ resource: { description: 'Protected route' } }), 'care says_nothing'],
] as const)('weighs %s', async (_, answer, code) => {
  const { advise } = await openSeller(answer)
  const { verdict, codes } = await advise()
  expect(codes).toContain(code)
  expect(verdict).toBe(code.startsWith('stop') ? 'do_not_pay' : 'pay_with_care')
})

it('calls for no care where what is small was paid by few, or speaks version 1', async () => {
  const { list, advise } = await openSeller({ ...challenge(described), x402Version: 1 })
  await list()
  const { verdict, codes } = await advise()
  expect(verdict).toBe('pay')
  expect(codes).toEqual(expect.arrayContaining(['note few_payers', 'note version_1']))
})

it.each([
  ['price, raised', { amount: '3000' }, 'care price_raised'],
  ['price, in a jump', { amount: '50000' }, 'stop price_jump'],
  ['wallet', { payTo: otherWallet }, 'care payee_differs'],
])('notices another %s than it is listed with', async (_, change, code) => {
  const { seller, list, advise } = await openSeller(challenge(described))
  await list()
  seller.answer = challenge({ ...described, accepts: [option(change)] })
  expect((await advise()).codes).toContain(code)
})

it('refuses a seller that swaps its wallet all day', async () => {
  const { seller, list, advise } = await openSeller(challenge(described))
  await list()
  for (const digit of ['2', '3', '4']) {
    const payTo = `0x${digit.repeat(40)}`
    seller.answer = challenge({ ...described, accepts: [option({ payTo })] })
    await list()
  }
  expect(await advise()).toMatchObject({
    verdict: 'do_not_pay',
    reasons: [{ code: 'payee_swaps', evidence: { changes: 3, payees: 4 } }, {}, {}, {}, {}],
  })
})

it('tells a host that asks for payment anywhere, and tries that once a day', async () => {
  const { seller, advise } = await openSeller(challenge())
  seller.isWildcard = true
  expect((await advise()).codes).toContain('care answers_any_path')
  expect(seller.asked).toHaveLength(2)
  const elsewhere = await world.catalog.preflight({ url: `${seller.origin}/other` }).catch((error) => error.code)
  expect(elsewhere).toBe('PROBE_TOO_SOON')
  world.advance(5_000)
  await world.catalog.preflight({ url: `${seller.origin}/other` })
  expect(seller.asked).toHaveLength(3)
})

it('judges every option, for a client may choose any', async () => {
  const { list, seller, advise } = await openSeller(challenge(described))
  await list()
  seller.answer = challenge({
    ...described,
    accepts: [option({ amount: '1000' }), option({ amount: '500000000', network: 'eip155:8453', asset: USDC_ON_BASE })],
  })
  expect(await advise()).toMatchObject({ verdict: 'do_not_pay', reasons: [{ code: 'decoy_price' }, {}, {}, {}, {}] })
})

it('does not put a host off that answers, whatever it is asked for', async () => {
  const { advise, url } = await openSeller(200)
  for (let time = 0; time < 12; time += 1) {
    world.advance(3_000)
    await world.catalog.preflight({ url: `${url}/${time}` })
  }
  expect((await advise()).codes).toEqual(['stop not_paid', 'care not_listed'])
})

it('answers those who ask at once from one request, and refuses addresses that may not be asked', async () => {
  const { seller, advise, url } = await openSeller(challenge())
  world.advance(3_000)
  await Promise.all([world.catalog.preflight({ url }), world.catalog.preflight({ url })])
  await advise()
  expect(seller.asked.filter((path) => path === '/tides')).toHaveLength(1)
  await expect(world.catalog.preflight({ url: 'http://10.0.0.1/' })).rejects.toMatchObject({ code: 'INVALID_URL' })
  await expect(world.catalog.preflight({})).rejects.toMatchObject({ code: 'INVALID_URL' })
})

it('lists everything that is paid to a wallet', async () => {
  const { list, key } = await openSeller(challenge({ accepts: [option({ payTo: otherWallet })] }))
  await list()
  const address = `http://localhost/facilitator/discovery/merchant?payTo=${otherWallet.toUpperCase().replace('0X', '0x')}&limit=5`
  const answer = await world.catalog.http.merchant(new Request(address))
  expect(await answer.json()).toMatchObject({
    resources: [{ metadata: { turnpike: { key } }, quality: { l30DaysTotalCalls: 0, l30DaysUniquePayers: 0 } }],
    pagination: { limit: 5, offset: 0 },
  })
  const refused = await world.catalog.http.merchant(new Request('http://localhost/facilitator/discovery/merchant'))
  expect(refused.status).toBe(400)
})
