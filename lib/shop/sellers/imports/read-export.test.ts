import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { exportLimits, readExport } from './read-export'
import { zipOf } from './testing/zip-of'

const postsOf = async (bytes: Buffer) => (await readExport(bytes)).posts
const day = new Date('2024-05-01T00:00:00.000Z')

test('posts of Ghost, Substack and WordPress are read with their titles, days, tags and texts', async () => {
  const ghost = {
    posts: [
      { id: 1, title: 'A', slug: 'a', html: '<p>x</p>', status: 'published', published_at: day.toISOString() },
      { id: 2, title: 'Page', slug: 'p', html: '<p>x</p>', type: 'page', status: 'published' },
      { id: 3, title: 'Draft', slug: 'd', html: null, status: 'draft', published_at: null },
    ],
    tags: [
      { id: 7, name: 'Pears' },
      { id: 8, name: '#inner' },
    ],
    posts_tags: [
      { post_id: 1, tag_id: 7 },
      { post_id: 1, tag_id: 8 },
    ],
  }
  const a = { title: 'A', slug: 'a', path: '/a', publishedAt: day, isPublished: true, html: '<p>x</p>' }
  const draft = { title: 'Draft', slug: 'd', path: '/d', publishedAt: null, isPublished: false, tags: [], html: '' }
  for (const wrapped of [{ db: [{ data: ghost }] }, { data: ghost }])
    expect(await postsOf(Buffer.from(JSON.stringify(wrapped)))).toEqual([draft, { ...a, tags: ['Pears'] }])

  const table = `post_id,post_date,is_published,type,title\n12.a,${day.toISOString()},true,newsletter,"A"\n13.b,,false,newsletter,No text\n`
  const substack = await zipOf({
    'posts.csv': table,
    'posts/12.a.html': '<p>x</p>',
    'posts/12.a.opens.csv': 'x',
    other: 'y',
  })
  const untold = { ...draft, title: 'No text', slug: 'b', path: '/p/b' }
  expect(await postsOf(substack)).toEqual([untold, { ...a, path: '/p/a', tags: [] }])

  const item = (inner: string) => `<item><title>A</title><wp:post_name>a</wp:post_name>${inner}
    <link>https://old.example/2024/05/a/</link>
    <wp:post_date_gmt>2024-05-01 00:00:00</wp:post_date_gmt><wp:status>publish</wp:status>
    <category domain="category" nicename="c"><![CDATA[All]]></category>
    <category domain="post_tag" nicename="p"><![CDATA[Pears]]></category></item>`
  const type = (name: string) => `<wp:post_type>${name}</wp:post_type>`
  const wxr = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "boom">]><rss><channel>
    ${item(`${type('post')}<content:encoded><![CDATA[One &e; <b>two</b>\n\nThree]]></content:encoded>`)}
    ${item(`${type('page')}<content:encoded>x</content:encoded>`)}</channel></rss>`
  const html = '<p>One &e; <b>two</b></p>\n<p>Three</p>'
  const found = { ...a, path: '/2024/05/a/', tags: ['Pears'], html }
  expect(await postsOf(Buffer.from(wxr))).toEqual([found])
  const old = wxr.replace('?>', ' encoding="ISO-8859-1"?>').replace('Three', 'Dr\u00ed')
  const parts = await zipOf({ 'a.001.xml': wxr, 'a.002.xml': Buffer.from(old, 'latin1') })
  expect(await postsOf(parts)).toEqual([found, { ...found, html: html.replace('Three', 'Dr\u00ed') }])

  const foreign = {
    'sitemap.xml': '<?xml version="1.0"?><urlset></urlset>',
    'a/broken.xml': '<a>',
    'package.json': '{}',
  }
  const beside = await readExport(await zipOf({ ...foreign, 'wordpress.xml': wxr }))
  expect(beside).toMatchObject({ posts: [found], unread: Object.keys(foreign) })
})

test('what is no export, is broken or is too large ends in a sentence', async () => {
  const bomb = await zipOf({ 'posts.csv': 'post_id\n', 'posts/1.a.html': Buffer.alloc(exportLimits.bytes + 1) })
  const wide = await zipOf({ 'posts.csv': `post_id${',a'.repeat(120_000)}\n${`${','.repeat(1_000)}\n`.repeat(250)}` })
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32('<p>x</p>'))
  const whole = await zipOf({ 'posts.csv': 'post_id\n1.a\n', 'posts/1.a.html': '<p>x</p>', 'posts/2.a.html': '' })
  const edits = [
    ['html', 'htm'],
    ['posts/1', '../ts/1'],
    ['posts/2', 'posts/1'],
    // A file's mode becomes a link's.
    ['\xb4\x81', '\xff\xa1'],
    [sum.toString('latin1'), '\0\0\0\0'],
  ] as const
  const edited = edits.map(([from, to]) => Buffer.from(whole.toString('latin1').replaceAll(from, to), 'latin1'))
  const many = { data: { posts: Array.from({ length: exportLimits.posts + 1 }, (_, id) => ({ id })) } }
  const links = '{"post_id":1,"tag_id":1},'.repeat(99_999)
  const linked = `{"data":{"posts":[],"tags":[{"id":1,"name":"a"}],"posts_tags":[${links}{"post_id":1,"tag_id":1}]}}`
  const numbers = Array.from({ length: 9 }, (_, at) => at)
  const wxrOf = (count: number) =>
    `<rss><channel>${'<item><wp:post_type>post</wp:post_type></item>'.repeat(count)}</channel></rss>`
  const cases: [string | Buffer, RegExp][] = [
    [linked, /no posts/],
    [`{"data":{"posts":[${'1,'.repeat(12_000_000)}1]}}`, /no export/],
    [`{"data":{"posts":[${'{"id":1},'.repeat(99_999)}{"id":1}]}}`, /more than 5,000/],
    [`{"db":[${'{},'.repeat(1_000_000)}{}]}`, /no export/],
    ['<a>'.repeat(8_000_000), /no export/],
    [`${'<a>'.repeat(100_000)}${'</b>'.repeat(100_000)}`, /no export/],
    ['', /no export/],
    ['{"db":', /no export/],
    ['{"db":[]}', /no export/],
    ['a text', /no export/],
    ['<rss></rss>', /no posts/],
    ['<rss><channel><item></item>', /no export/],
    ['{"data":{"posts":[]}}', /no posts/],
    [JSON.stringify(many), /more than 5,000/],
    [bomb, /too large/],
    [wide, /no export|no posts/],
    [`{"data":{"posts":[{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}}`, /no export/],
    ...edited.map((zip): [Buffer, RegExp] => [zip, /no export/]),
    [Buffer.from('\ufeff<rss><channel></channel></rss>', 'utf16le'), /no export/],
    ['<?xml version="1.0" encoding="of-my-own"?><rss></rss>', /no export/],
    [await zipOf({ 'posts.csv': `post_id\n"1.a\n${'x'.repeat(10_000_000)}` }), /more than 5,000/],
    [await zipOf({ 'posts.csv': 'post_id\n"1.a\n' }), /no export/],
    [await zipOf({ 'sitemap.xml': '<urlset></urlset>' }), /no export/],
    [await zipOf({ '1.xml': wxrOf(1), '2.xml': '<rss><channel><item></item>' }), /no export/],
    [await zipOf(Object.fromEntries(numbers.map((at) => [`${at}.xml`, wxrOf(600)]))), /more than 5,000/],
    [Buffer.alloc(exportLimits.bytes + 1), /too large/],
    [Buffer.alloc(exportLimits.textBytes + 1, '{'), /too large/],
  ]
  for (const [content, reason] of cases) await expect(readExport(Buffer.from(content))).rejects.toThrow(reason)
})
