import { expect, it } from 'vitest'
import { faultsOfSitemap } from '@/e2e/outsiders/search-engine'
import { writeRss, writeSitemap, xmlText } from './rss'

const feed = (title: string) => ({
  title,
  link: 'https://a.example/',
  self: 'https://a.example/feed.xml',
  description: 'A feed',
  items: [{ title, link: 'https://a.example/x?a=1&b=2', description: title, publishedAt: new Date(0) }],
})

it('keeps what sellers write as text', () => {
  const xml = writeRss(feed('</title><script>alert("1")</script> & \'more\' ]]>'))
  expect(xml).not.toContain('<script')
  expect(xml).toContain('&lt;script&gt;alert(&quot;1&quot;)')
  expect(xml).toContain('<link>https://a.example/x?a=1&amp;b=2</link>')
  expect(xml).toContain('<pubDate>Thu, 01 Jan 1970 00:00:00 GMT</pubDate>')
})

it('leaves out what XML cannot hold, and nothing else', () => {
  expect(xmlText('a\u0000b\u0008c\u001bd\ufffee')).toBe('abcde')
  expect(xmlText('half \ud800 of a pair')).toBe('half \ufffd of a pair')
  expect(xmlText('Kürbis 🎃\n漢')).toBe('Kürbis 🎃\n漢')
})

it('lists addresses', async () => {
  const map = writeSitemap(['https://a.example/?a&b'])
  expect(map).toContain('<loc>https://a.example/?a&amp;b</loc>')
  expect(await faultsOfSitemap(map)).toEqual([])
})
