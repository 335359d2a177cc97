import { afterAll, expect, it } from 'vitest'
import { openFacilitatorSite } from '@/development/testing/facilitator-world'
import { createTurns } from '@/lib/base/infra/concurrency'
import { newPayment } from '../testing/new-payments'
import { createFacilitatorHttp } from './create-facilitator-http'

const world = await openFacilitatorSite()
const settleUrl = `${world.url}/settle`
afterAll(() => world.close())

const newBody = async () => ({ x402Version: 2, ...(await newPayment(world, { price: '$0.01' })).request })

const post = (body: BodyInit, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(settleUrl, { method: 'POST', body, headers })

async function expectProblem(response: Response, status: number, code: string) {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({ status, code, detail: expect.any(String) })
}

it('answers 503 while the queue is full, and the payment can still be settled', async () => {
  const { facilitator } = world
  const full = createTurns({ maxWaiting: 0, maxWaitingPerCaller: 0 })
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const http = createFacilitatorHttp({ facilitator, log, baseUrl: world.url, takeTurn: () => full.take('anybody') })
  const body = JSON.stringify(await newBody())
  for (const verb of ['verify', 'settle'] as const) {
    const answer = await http[verb](new Request(`${world.url}/${verb}`, { method: 'POST', body }))
    expect(answer.headers.get('retry-after')).toBe('2')
    await expectProblem(answer, 503, 'QUEUE_FULL')
  }
  expect(await (await post(body)).json()).toMatchObject({ success: true })
})

it('takes the version from the payload where the request does not say it, and refuses two that differ', async () => {
  const { x402Version: _version, ...body } = await newBody()
  expect(await (await post(JSON.stringify({ ...body, x402Version: 1 }))).json()).toMatchObject({
    success: false,
    errorReason: 'invalid_x402_version',
  })
  expect(await (await post(JSON.stringify(body))).json()).toMatchObject({ success: true })
})

it('completes terms as @faremeter/middleware asks for them, and refuses what are none', async () => {
  const terms = world.requirements({ price: '$0.01', payTo: world.newEvmSeller() })
  const { extra: _extra, ...bare } = terms
  const ask = (body: object) =>
    fetch(settleUrl.replace('settle', 'accepts'), { method: 'POST', body: JSON.stringify(body) })
  const answer = await ask({ x402Version: 2, resource: { url: 'http://x' }, accepts: [bare] })
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      ...{ x402Version: 2, resource: { url: 'http://x' } },
      accepts: [{ ...bare, extra: { name: 'USDC', version: '2', decimals: 6 } }],
    },
  ])
  await expectProblem(await ask({ accepts: 'all' }), 400, 'BODY_INVALID')
  await expectProblem(await ask({ accepts: Array(65).fill(bare) }), 400, 'BODY_INVALID')
})

it('refuses amounts that are none with 400, and the payment can still be settled', async () => {
  const body = await newBody()
  for (const amount of [
    '0x10',
    ' 5 ',
    5,
    '1e3',
    '1.0',
    '5n',
    '-5',
    '05',
    '200%',
    '',
    null,
    ['5'],
    '٥',
    '9'.repeat(79),
  ]) {
    const bad = { ...body, paymentRequirements: { ...body.paymentRequirements, amount } }
    await expectProblem(await post(JSON.stringify(bad)), 400, 'BODY_INVALID')
    const accepted = { ...body.paymentPayload, accepted: { ...body.paymentPayload.accepted, amount } }
    await expectProblem(await post(JSON.stringify({ ...body, paymentPayload: accepted })), 400, 'BODY_INVALID')
  }
  expect(await (await post(JSON.stringify(body))).json()).toMatchObject({ success: true })
})

it('refuses what is no request with 400', async () => {
  for (const body of [
    '',
    'null',
    '1',
    '{}{}',
    '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000),
    JSON.stringify({ x402Version: 2, paymentPayload: [], paymentRequirements: {} }),
    JSON.stringify({ x402Version: 'two', paymentPayload: {}, paymentRequirements: {} }),
  ])
    await expectProblem(await post(body), 400, 'BODY_INVALID')
})

it('refuses bytes that are no UTF-8 with 400', async () => {
  const text = JSON.stringify(await newBody())
  const bytes = Buffer.from(text.replace('"x402Version"', '"\u00ff":1,"x402Version"'), 'latin1')
  await expectProblem(await post(bytes), 400, 'BODY_INVALID')
})

it.each([
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['XML', { 'content-type': 'application/xml' }],
  ['a compressed body', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
])('refuses %s with 415', async (_case, headers) => {
  await expectProblem(await post(JSON.stringify(await newBody()), headers), 415, 'CONTENT_UNSUPPORTED')
})

it.each([
  ['with a charset', { 'content-type': 'application/json; charset=utf-8' }],
  ['as fetch labels text', { 'content-type': 'text/plain;charset=UTF-8' }],
])('takes JSON %s', async (_case, headers) => {
  expect(await (await post(JSON.stringify(await newBody()), headers)).json()).toMatchObject({ success: true })
})

it('refuses a body of more than 128 KiB with 413', async () => {
  await expectProblem(await post(' '.repeat(128 * 1024 + 1)), 413, 'BODY_TOO_LARGE')
})
