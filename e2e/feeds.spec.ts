import { expect, test } from '@playwright/test'
import robotsParser from 'robots-parser'
import { openShop } from './sellers/open-shop'
import { sellByProgram } from './sellers/sell-by-program'

const paidWord = 'zwetschgenkuchen'

/** The head of a page, as a program that previews links reads it. */
const asPreview = { headers: { accept: 'text/html' } }

test('every address of the sitemap is a page for every reader, and no paid one is closed to catalogs', async ({
  page,
  request,
  baseURL,
}) => {
  const { handle, secret } = await openShop(page, { word: 'map', scopes: ['routes:write'] })
  await sellByProgram(request, secret, { title: 'A map', path: '/map', body: 'Left, then right.' })
  const listed = async () => {
    const map = await (await request.get('/sitemap.xml')).text()
    return [...map.matchAll(/<loc>([^<]+)</g)].map(([, address = '']) => address)
  }
  // The map is kept for half a minute, and another test may have read it just before.
  await expect.poll(listed).toContain(`${baseURL}/x/${handle}`)
  for (const address of await listed()) {
    const answer = await request.get(address, { headers: { accept: '*/*', 'user-agent': 'linkcheck' } })
    expect([address, answer.status()]).toEqual([address, 200])
  }
  const robots = robotsParser(`${baseURL}/robots.txt`, await (await request.get('/robots.txt')).text())
  const isOpen = (path: string) => robots.isAllowed(`${baseURL}${path}`, 'TurnpikeCatalog')
  for (const path of ['/weather', '/api/random', '/api/users/1', '/mcp', '/mcp/discovery', '/x/a/b'])
    expect([path, isOpen(path)]).toEqual([path, true])
  for (const path of ['/dashboard', '/library', '/api/v1/routes', '/api/session', '/checkout'])
    expect([path, isOpen(path)]).toEqual([path, false])
})

test('feeds, maps and previews name goods, and hold nothing that is paid for', async ({ page, request, baseURL }) => {
  const { handle, secret } = await openShop(page, { word: 'feed', scopes: ['routes:write'] })
  const title = `Plums & <b>cakes</b> of ${handle}`
  const plums = { title, path: '/plums', teaser: 'Take ripe ones.', body: `Bake a ${paidWord}.`, dollars: '$0.02' }
  await sellByProgram(request, secret, plums)
  const goods = `/x/${handle}/plums`
  const escaped = `Plums &amp; &lt;b&gt;cakes&lt;/b&gt; of ${handle}`

  const bodies: string[] = []
  const read = async (path: string, mediaType: RegExp, status = 200) => {
    const answer = await request.get(path, asPreview)
    expect([path, answer.status()]).toEqual([path, status])
    expect(answer.headers()['content-type']).toMatch(mediaType)
    bodies.push(await answer.text())
    return bodies.at(-1) ?? ''
  }
  const feed = await read(`/shop/${handle}/feed.xml`, /application\/rss\+xml/)
  expect(feed).toContain(`<title>${escaped}</title><link>${baseURL}${goods}</link>`)
  expect(feed).toContain('0.02 USDC')
  expect(feed.split('<pubDate>').length).toBe(feed.split('<item>').length)
  const map = await read('/sitemap.xml', /application\/xml/)
  expect(map).toContain(`<loc>${baseURL}/articles/turnpikes</loc>`)
  expect(map).not.toContain(`${baseURL}${goods}`)
  expect(await read('/robots.txt', /text\/plain/)).toContain(`Sitemap: ${baseURL}/sitemap.xml`)

  const shop = await read(`/x/${handle}`, /text\/html/)
  expect(shop).toContain(`/shop/${handle}/feed.xml`)
  const article = await read('/articles/turnpikes', /text\/html/)
  const sold = await read(goods, /text\/html/, 402)
  for (const [html, type] of [
    [shop, 'ItemList'],
    [article, 'Article'],
    [sold, 'Article'],
  ]) {
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html ?? '')?.[1] ?? '{}')
    expect(data['@type']).toBe(type)
    if (type === 'Article') expect([data.isAccessibleForFree, data.offers.priceCurrency]).toEqual([false, 'USDC'])
    if (type === 'Article') expect([data.author?.name, data.publisher?.name]).not.toContain(undefined)
  }
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(sold)?.[1] ?? '{}')
  expect([data.headline, data.offers.price]).toEqual([title, '0.02'])
  for (const body of bodies) {
    expect(body).not.toContain(paidWord)
    expect(body).not.toContain('A gate earns only as much as its keeper hands over.')
  }

  // Programs that preview a link say that they take anything, and take no other status than 200.
  for (const userAgent of [
    'Slackbot-LinkExpanding 1.0',
    'facebookexternalhit/1.1',
    'Twitterbot/1.0',
    'WhatsApp/2.23',
  ]) {
    const card = await request.get(goods, { headers: { accept: '*/*', 'user-agent': userAgent } })
    const html = await card.text()
    expect([card.status(), html.includes(`property="og:url" content="${baseURL}${goods}"`)]).toEqual([200, true])
    expect(html).not.toContain(paidWord)
  }
  for (const headers of [
    { accept: '*/*', 'user-agent': 'curl/8.5' },
    { accept: 'application/json', 'user-agent': 'Slackbot-LinkExpanding 1.0' },
    { accept: 'application/json, text/html;q=0.5', 'user-agent': 'agent' },
  ]) {
    const terms = await request.get(goods, { headers })
    expect([terms.status(), terms.headers()['content-type']]).toEqual([402, 'application/json'])
  }
  expect((await request.get('/shop/none/feed.xml')).status()).toBe(404)
  expect((await request.get('/favicon.ico')).headers()['content-type']).toBe('image/svg+xml')
})
