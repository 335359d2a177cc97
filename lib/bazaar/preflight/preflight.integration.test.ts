import { afterAll, expect, it } from 'vitest'
import { answer402, bazaar, challenge, createCatalogWorld, option } from '@/development/testing/catalog-world'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { preflightShape } from './preflight'

const world = await createCatalogWorld()
afterAll(() => world.stop())

const otherWallet = '0x7777777777777777777777777777777777777777'
const described = { resource: { description: 'Tides of a harbour, hour by hour' } }

/** A seller on a host of its own; `answer` may be changed between requests. */
async function openSeller(first: object | number) {
  const seller = { answer: first, origin: '', asked: [] as string[] }
  seller.origin = await world.serve((request, response) => {
    seller.asked.push(request.url ?? '')
    const isKnown = request.url === '/tides'
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
      return { ...answer, codes: answer.warnings.map(({ code }) => code) }
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

it('says of a resource that nobody has listed only its live terms', async () => {
  const { advise } = await openSeller(challenge(described))
  expect(await advise()).toMatchObject({
    codes: [],
    terms: { x402Version: 2, accepts: [{ amount: '1000', network: 'eip155:84532' }] },
    listing: null,
  })
})

it('counts the independent wallets that paid for it', async () => {
  const { list, advise, key, url } = await openSeller(challenge(described))
  await list()
  for (const payer of ['2', '3', '4']) await pay(url, `0x${payer.repeat(40)}`)
  await world.count()
  expect(await advise()).toMatchObject({ url, codes: [], listing: { key, independentPayers: 3, payments: 3 } })
})

it.each([
  ['nothing to pay', 200, 'not_402'],
  ['an error', 500, 'not_402'],
  ['a wish for its input', 422, 'not_402'],
  ['no option that can be paid', challenge({ accepts: [option({ amount: undefined })] }), 'no_payable_option'],
  ['another resource', challenge({ resource: { url: 'https://bank.example.com/' } }), 'resource_differs'],
] as const)('has no terms of %s', async (_, answer, problem) => {
  const { advise } = await openSeller(answer)
  expect(await advise()).toMatchObject({ codes: ['no_answer'], answer: { problem }, terms: null })
})

it.each([
  ['price', { amount: '3000' }, ['price_differs']],
  ['wallet', { payTo: otherWallet }, ['payee_differs']],
])('notices another %s than it is listed with', async (_, change, codes) => {
  const { seller, list, advise } = await openSeller(challenge(described))
  await list()
  seller.answer = challenge({ ...described, accepts: [option(change)] })
  expect((await advise()).codes).toEqual(codes)
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

it('answers from what is known where another asked a moment ago, and puts no host off for what strangers ask', async () => {
  const { seller, list, url, key } = await openSeller(challenge(described))
  await list()
  const asked = seller.asked.length
  const known = { listing: { key }, terms: null, answer: { problem: 'asked_a_moment_ago' }, warnings: [] }
  expect(await world.catalog.preflight({ url })).toMatchObject(known)
  expect(await world.catalog.preflight({ url: `${seller.origin}/other` })).toMatchObject({
    ...{ listing: null, terms: null },
    warnings: [{ code: 'never_asked' }],
  })
  expect(seller.asked).toHaveLength(asked)
  for (const path of ['/a', '/b', '/c', '/d']) {
    world.advance(2_000)
    await world.catalog.preflight({ url: `${seller.origin}${path}` })
    world.advance(2_000)
    await world.catalog.probe({ url: `${seller.origin}${path}` })
  }
  world.advance(2_000)
  expect(await world.catalog.preflight({ url })).toMatchObject({ terms: { x402Version: 2 }, warnings: [] })
})

it('does not say of what it cannot reach that it gave no answer', async () => {
  expect(await world.catalog.preflight({ url: 'https://weather.example.com/now' })).toMatchObject({
    ...{ terms: null, listing: null },
    answer: { status: null, problem: 'out_of_reach' },
    warnings: [{ code: 'never_asked' }],
  })
})
