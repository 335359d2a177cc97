import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedAs } from '@/app/_components/preview'
import type { Application } from '@/lib/site/compose/application'
import { setRunning } from '@/lib/site/compose/running'
import { GET } from './route'

const origin = 'https://shop.example'
const env = { publicOrigin: origin, secret: 'a secret', site: { name: 'A site' } }
beforeAll(() => setRunning({ site: { env } as Application }))
afterAll(() => setRunning({}))

it('draws a picture once, whatever else its address says', async () => {
  const { openGraph } = sharedAs({ title: 'A text', description: '', path: '/' })
  const [{ url }] = openGraph?.images as unknown as [{ url: string }]
  const asked = Array.from({ length: 20 }, (_, at) => GET(new Request(`${origin}${url}&at=${at}`)))
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBe(9)
  const again = await Promise.all(asked.map((_, at) => GET(new Request(`${origin}${url}.&again=${at}`))))
  expect(again.map(({ status }) => status)).toEqual(asked.map(() => 200))
})
