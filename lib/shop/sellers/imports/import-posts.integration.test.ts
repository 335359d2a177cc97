import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller } from '@/development/testing/test-seller'
import { findMoved, listGoods } from '../storefront/list-goods'
import { importPosts } from './import-posts'
import { zipOf } from './testing/zip-of'

const site = await openTestSite()
const { database } = site.application
const pear = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a0' } })
  .png()
  .toBuffer()
const asked: string[] = []
const sellers: typeof site.application.sellers = {
  ...site.application.sellers,
  fetch: async (url) => {
    asked.push(url)
    const isThere = url.endsWith('pear.png')
    const [status, body] = isThere ? [200, pear] : [404, Buffer.alloc(0)]
    return { status, body, headers: {}, trailers: {}, isCut: false, url, elapsedMs: 1 }
  },
}

const post = (slug: string, html: string | null, facts: object = {}) => ({
  id: slug,
  title: `About ${slug}`,
  slug,
  html,
  status: 'published',
  published_at: '2023-04-05T06:07:08.000Z',
  ...facts,
})
const posts = [
  post('pears', '<p>Free.</p><p><img src="__GHOST_URL__/pear.png" alt="A pear"></p><!--members-only--><p>Secret.</p>'),
  post('plums', '<p>First.</p><p>Second.<img src="https://old.example/gone.png"></p>', { status: 'draft' }),
  post('empty', null),
  post('pears', '<p>Again.</p>'),
]
const tagged = { tags: [{ id: 't', name: 'Fruit' }], posts_tags: [{ post_id: 'pears', tag_id: 't' }] }
const ghost = () => new Blob([JSON.stringify({ db: [{ data: { posts, ...tagged } }] })]).stream()

it('makes articles of an export once, by its own paywalls, with its days, tags and images', async () => {
  const { actor, handle } = await createTestSeller(site)
  const send = (act: 'look' | 'live', from = 0) =>
    importPosts(sellers, actor, { act, dollars: '$0.10', origin: 'https://old.example', from }, ghost())
  const outcomes = async (...input: Parameters<typeof send>) => {
    const { total, next, posts: done } = await send(...input)
    expect([total, next]).toEqual([4, null])
    return done.map(({ outcome, hasOwnPaywall, missingImages }) => `${outcome} ${hasOwnPaywall} ${missingImages}`)
  }
  expect(await outcomes('look')).toEqual(['new true 0', 'new false 0', 'new false 0', 'present false 0'])
  expect([asked, await database.storedRoute.count({ where: { seller: { handle } } })]).toEqual([[], 0])

  expect(await outcomes('live')).toEqual(['made true 0', 'made false 1', 'refused false 0', 'present false 0'])
  expect(asked).toEqual(['https://old.example/pear.png', 'https://old.example/gone.png'])
  const routes = await database.storedRoute.findMany({
    where: { seller: { handle } },
    include: { article: true },
    orderBy: { id: 'asc' },
  })
  const texts = routes.map(({ path, state, article }) => [path, state, article?.teaser, article?.body])
  expect(texts).toEqual([
    ['/pears', 'live', expect.stringMatching(/^Free\.\n\n!\[A pear\]\(image:[0-9a-f-]{36}\)$/), 'Secret.'],
    ['/plums', 'draft', 'First.', 'Second.![](https://old.example/gone.png)'],
  ])
  expect(routes[0]?.settings).toMatchObject({ discovery: { tags: ['Fruit'] }, formerPath: '/pears' })
  expect(await findMoved(sellers, { handle, path: '/pears/' })).toMatch(`/shop/${handle}/pears`)
  expect(await findMoved(sellers, { handle, path: '/plums' })).toBeNull()
  const [pears] = (await listGoods(database, handle))?.goods ?? []
  expect(pears).toMatchObject({ dollars: '$0.10', publishedAt: new Date('2023-04-05') })

  const again = ['present false 0', 'present false 0', 'refused false 0', 'present false 0']
  expect(await outcomes('live')).toEqual(again)
  expect(await database.storedRoute.count({ where: { seller: { handle } } })).toBe(2)
  expect((await send('live', 3)).posts).toHaveLength(1)
})

const live = { act: 'live', dollars: '$0.10', origin: 'https://old.example', from: 0 } as const

it('keeps every picture of its ZIP file and fetches the others, however many a minute brings', async () => {
  const { actor } = await createTestSeller(site)
  const inside = ['__GHOST_URL__/content/images/2023/04/a.png', '/content/images/size/w600/2023/04/a.png']
  const outside = Array.from({ length: 12 }, (_, at) => `/${at}/pear.png`)
  const html = [...inside, ...outside, '/content/images/c.png'].map((url) => `<p><img src="${url}"></p>`).join('')
  const text = JSON.stringify({ data: { posts: [post('kept', html)] } })
  const files = { 'old.ghost.2026.json': text, 'site/content/images/2023/04/a.png': pear }
  const zip = new Uint8Array(await zipOf(files))
  asked.length = 0
  const { posts: made } = await importPosts(sellers, actor, live, new Blob([zip]).stream())
  expect(made).toMatchObject([{ outcome: 'made', missingImages: 1 }])
  expect(asked.toSorted()).toEqual([...outside, '/content/images/c.png'].map((path) => live.origin + path).toSorted())
})

it('refuses what is no export, before anything is made', async () => {
  const { actor, handle } = await createTestSeller(site)
  await expect(importPosts(sellers, actor, live, new Blob(['no export']).stream())).rejects.toThrow('no export')
  expect(await database.storedRoute.count({ where: { seller: { handle } } })).toBe(0)
})
