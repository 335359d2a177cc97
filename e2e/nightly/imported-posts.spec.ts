import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type APIRequestContext, type APIResponse, expect, test } from '@playwright/test'
import sharp from 'sharp'
import { zipOf } from '@/lib/shop/sellers/imports/testing/zip-of'
import { buy } from '../outsiders/paying-wallet'
import { faultsOfArticle, faultsOfSitemap } from '../outsiders/search-engine'
import { openShopByProgram } from '../sellers/shops'

const POSTS = 200
const BOUGHT = 10

const folder = 'lib/site/demo/articles/texts'
/** Paragraphs of the demo's own texts, of which every post takes other ones. */
const paragraphs = readdirSync(folder)
  .flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split(/\n{2,}/))
  .filter((text) => /^[A-Z]/.test(text))
  .map((text) => text.replace(/[<>&*_`[\]]/g, '').replace(/\s+/g, ' '))

type Post = { title: string; slug: string; day: string; free: string; paid: string; word: string }

const postsOf = (kind: string): Post[] =>
  Array.from({ length: POSTS }, (_, index) => {
    const of = (shift: number) => paragraphs[(index * 7 + shift) % paragraphs.length] ?? ''
    const word = `sealed${kind}${index}x`
    return {
      title: `Post ${index} of ${kind}`,
      slug: `post-${index}`,
      word,
      day: new Date(Date.UTC(2020, 0, 1 + index)).toISOString(),
      free: `<p>${of(0)}</p><p><img src="/content/images/a${index}.jpg" alt="A field"></p>`,
      paid: `<h2>On ${index}</h2><p>${of(1)}<img src="/content/images/b${index}.jpg" alt="A wood"></p><ul><li>${word}</li><li>${of(2)}</li></ul><p>${of(3)}</p>`,
    }
  })

/** Each system's export, and the path at which its posts stood. */
const exportsOf: Record<string, { write: (posts: Post[]) => Record<string, string>; pathOf: (post: Post) => string }> =
  {
    ghost: {
      write: (posts) => {
        const written = posts.map(({ title, slug, day, free, paid }) => {
          const html = `${free}<!--members-only-->${paid}`
          return { id: slug, title, slug, html, status: 'published', published_at: day }
        })
        return { 'ghost.json': JSON.stringify({ db: [{ data: { posts: written, tags: [], posts_tags: [] } }] }) }
      },
      pathOf: ({ slug }) => `/${slug}/`,
    },
    substack: {
      write: (posts) => {
        const rows = posts.map(({ title, slug, day }, index) => `${index}.${slug},${day},true,newsletter,"${title}"\n`)
        const texts = posts.map(({ slug, free, paid }, index): [string, string] => [
          `posts/${index}.${slug}.html`,
          `${free}<div class="paywall-jump"></div>${paid}`,
        ])
        const table = `post_id,post_date,is_published,type,title\n${rows.join('')}`
        return { 'posts.csv': table, ...Object.fromEntries(texts) }
      },
      pathOf: ({ slug }) => `/p/${slug}`,
    },
    wordpress: {
      write: (posts) => {
        const items = posts.map(({ title, slug, day, free, paid }) => {
          const facts = `<title>${title}</title><link>https://old.example/2020/${slug}/</link>`
          const type = `<wp:post_type>post</wp:post_type><wp:status>publish</wp:status><wp:post_name>${slug}</wp:post_name>`
          const date = `<wp:post_date_gmt>${day.slice(0, 19).replace('T', ' ')}</wp:post_date_gmt>`
          const text = `<content:encoded><![CDATA[${free}<!--more-->${paid}]]></content:encoded>`
          return `<item>${facts}${type}${date}${text}</item>`
        })
        return { 'posts.xml': `<?xml version="1.0"?><rss><channel>${items.join('\n')}</channel></rss>` }
      },
      pathOf: ({ slug }) => `/2020/${slug}/`,
    },
  }

type Part = { next: number | null; posts: { outcome: string; missingImages: number }[] }

/** Calls until the import has come to its end, and counts outcomes. */
async function importAll(request: APIRequestContext, secret: string, data: Buffer): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  let from: number | null = 0
  while (from !== null) {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/octet-stream' }
    const query = `act=live&dollars=$0.01&from=${from}`
    const answer: APIResponse = await request.put(`/api/v1/imports?${query}`, { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
    const { next, posts }: Part = await answer.json()
    for (const { outcome, missingImages } of posts) {
      const kind = missingImages > 0 ? 'without pictures' : outcome
      outcomes[kind] = (outcomes[kind] ?? 0) + 1
    }
    from = next
  }
  return outcomes
}

for (const [kind, { write, pathOf }] of Object.entries(exportsOf)) {
  test(`200 posts of ${kind} are found, previewed, paid and sealed, and moved once`, async ({ request, baseURL }) => {
    const { handle, secret } = await openShopByProgram({ word: kind })
    const posts = postsOf(kind)
    const camera = { width: 4_000, height: 3_000, channels: 3, background: '#888' } as const
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const photo = await sharp({ create: { ...camera, noise } })
      .blur(10)
      .jpeg({ quality: 60 })
      .toBuffer()
    // Each is another one to the site.
    const photos = posts.flatMap((_, index) =>
      ['a', 'b'].map((name) => [`content/images/${name}${index}.jpg`, Buffer.concat([photo, randomBytes(8)])] as const),
    )
    const data = await zipOf({ ...write(posts), ...Object.fromEntries(photos) })
    const start = performance.now()
    expect(await importAll(request, secret, data)).toEqual({ made: POSTS })
    const tookMs = Math.round(performance.now() - start)
    expect(await importAll(request, secret, data)).toEqual({ present: POSTS })
    const broken = await request.put('/api/v1/imports?act=live&dollars=$0.01', {
      headers: { authorization: `Bearer ${secret}` },
      data: data.subarray(0, data.length / 2),
    })
    const { detail } = await broken.json()
    expect([broken.status(), detail]).toEqual([422, expect.stringMatching(/^[A-Z].*\.$/)])

    const textOf = async (path: string) => (await request.get(path)).text()
    const page = (slug: string) => `${baseURL}/shop/${handle}/${slug}`
    const last = `<loc>${page(posts.at(-1)?.slug ?? '')}</loc>`
    await expect.poll(() => textOf('/sitemap.xml')).toContain(last)
    const [map, llms] = [await textOf('/sitemap.xml'), await textOf('/llms.txt')]
    expect(await faultsOfSitemap(map)).toEqual([])
    const seen = [map, llms, await textOf(`/shop/${handle}/feed.xml`), await textOf(`/x/${handle}`)]
    for (const post of posts) {
      const url = page(post.slug)
      const shown = await request.get(url, { headers: { accept: 'text/html' } })
      const html = await shown.text()
      expect([url, shown.status()]).toEqual([url, 200])
      expect(html).toContain(`<link rel="canonical" href="${url}"/>`)
      const found = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '{}')
      expect(found).toMatchObject({ '@type': 'Article', headline: post.title, url, datePublished: post.day })
      expect(faultsOfArticle(found)).toEqual([])
      expect(map).toContain(`<loc>${url}</loc>`)
      const twin = await request.get(`/x/${handle}/${post.slug}.md`)
      const preview = await twin.text()
      expect([twin.status(), preview]).toEqual([402, expect.stringContaining(post.free.slice(3, 40))])
      // A slash at the end goes first.
      const former = `/shop/${handle}${pathOf(post).replace(/\/$/, '')}`
      const moved = await request.get(former, { maxRedirects: 0 })
      if (former !== `/shop/${handle}/${post.slug}`)
        expect([moved.status(), moved.headers().location]).toEqual([301, url])
      expect((await request.get(`/shop/${handle}${pathOf(post)}`)).url()).toBe(url)
      const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
      seen.push(html, preview, picture)
    }
    const search = await textOf(`/facilitator/discovery/search?query=${posts[0]?.word}&limit=50`)
    expect(JSON.parse(search).resources ?? []).toEqual([])
    for (const text of seen) expect(text).not.toContain('sealed')
    for (let index = 0; index < POSTS; index += POSTS / BOUGHT) {
      const post = posts[index]
      const bought = await buy(`${baseURL}/x/${handle}/${post?.slug}.md`)
      expect(bought).toMatchObject({ status: 200, settled: { success: true } })
      expect(bought.text).toContain(`- ${post?.word}`)
    }
    process.stdout.write(`${kind}: ${POSTS} posts with ${2 * POSTS} photos in ${tookMs} ms\n`)
  })
}
