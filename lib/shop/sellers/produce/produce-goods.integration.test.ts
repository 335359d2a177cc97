import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { saveFile } from '../routes/save-content'
import { createRoute } from '../routes/write-route'
import { produceFile } from './produce-goods'

const site = await openTestSite()
const { sellers, database } = site.application

it('sends an owner the part of a file that is asked for, over the borders of its chunks', async () => {
  const seller = await createTestSeller(site)
  const { routeId } = await createRoute(sellers, seller.actor, {
    ...{ kind: 'file', title: 'A film', method: 'GET', path: '/film', price: priceOf('$0.01') },
  })
  const whole = Buffer.from(Array.from({ length: 2_500_000 }, (_, at) => at % 251))
  await saveFile(sellers, seller.actor, routeId, {
    name: 'film.bin',
    mediaType: 'video/mp4',
    body: new Blob([whole]).stream(),
  })
  const ask = async (headers: Record<string, string> | null) => {
    const answer = await produceFile(database, routeId, headers && new Request('https://shop.example/', { headers }))
    return { answer, body: Buffer.from(await answer.arrayBuffer()), range: answer.headers.get('content-range') }
  }
  const all = await ask({})
  expect([all.answer.status, all.answer.headers.get('accept-ranges'), all.body.equals(whole)]).toEqual([
    200,
    'bytes',
    true,
  ])
  const etag = all.answer.headers.get('etag') ?? ''
  const parts = [
    ['bytes=1000000-2200000', 1_000_000, 2_200_001],
    ['bytes=0-0', 0, 1],
    ['bytes=2499999-', 2_499_999, 2_500_000],
    ['bytes=-5', 2_499_995, 2_500_000],
  ] as const
  for (const [range, from, to] of parts) {
    const part = await ask({ range, 'if-range': etag })
    expect([part.answer.status, part.range]).toEqual([206, `bytes ${from}-${to - 1}/2500000`])
    expect(part.body.equals(whole.subarray(from, to)), range).toBe(true)
  }
  expect(await ask({ range: 'bytes=2500000-' })).toMatchObject({ answer: { status: 416 }, range: 'bytes */2500000' })
  const wholes: Parameters<typeof ask>[0][] = [
    { range: 'bytes=0-9', 'if-range': '"another"' },
    { range: 'pages=1-2' },
    { range: 'bytes=0-1,5-6' },
    null,
  ]
  for (const headers of wholes) expect((await ask(headers)).body.byteLength, JSON.stringify(headers)).toBe(2_500_000)
})
