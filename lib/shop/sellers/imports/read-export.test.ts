import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { exportLimits, readExport } from './read-export'

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
  const a = { title: 'A', slug: 'a', publishedAt: day, isPublished: true, html: '<p>x</p>' }
  const draft = { title: 'Draft', slug: 'd', publishedAt: null, isPublished: false, tags: [], html: '' }
  for (const wrapped of [{ db: [{ data: ghost }] }, { data: ghost }])
    expect(await readExport(Buffer.from(JSON.stringify(wrapped)))).toEqual([draft, { ...a, tags: ['Pears'] }])

  const table = `post_id,post_date,is_published,type,title\n12.a,${day.toISOString()},true,newsletter,"A"\n13.b,,false,newsletter,No text\n`
  const substack = zipOf({ 'posts.csv': table, 'posts/12.a.html': '<p>x</p>', 'posts/12.a.opens.csv': 'x', other: 'y' })
  expect(await readExport(substack)).toEqual([{ ...a, tags: [] }])

  const item = (inner: string) => `<item><title>A</title><wp:post_name>a</wp:post_name>${inner}
    <wp:post_date_gmt>2024-05-01 00:00:00</wp:post_date_gmt><wp:status>publish</wp:status>
    <category domain="category" nicename="c"><![CDATA[All]]></category>
    <category domain="post_tag" nicename="p"><![CDATA[Pears]]></category></item>`
  const type = (name: string) => `<wp:post_type>${name}</wp:post_type>`
  const wxr = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "boom">]><rss><channel>
    ${item(`${type('post')}<content:encoded><![CDATA[One &e; <b>two</b>\n\nThree]]></content:encoded>`)}
    ${item(`${type('page')}<content:encoded>x</content:encoded>`)}</channel></rss>`
  const html = '<p>One &e; <b>two</b></p>\n<p>Three</p>'
  expect(await readExport(Buffer.from(wxr))).toEqual([{ ...a, tags: ['Pears'], html }])
})

test('what is no export, is broken or is too large ends in a sentence', async () => {
  const bomb = zipOf({ 'posts.csv': 'post_id\n', 'posts/1.a.html': Buffer.alloc(exportLimits.bytes + 1) })
  const wide = zipOf({ 'posts.csv': `post_id${',a'.repeat(120_000)}\n${`${','.repeat(1_000)}\n`.repeat(250)}` })
  const outside = zipOf({ 'posts.csv': 'post_id,title\n1.a,A\n', '../posts/1.a.html': '<p>x</p>' })
  const cut = zipOf({ 'posts.csv': 'post_id\n1.a\n', 'posts/1.a.html': '<p>x</p>' }).subarray(0, 60)
  const many = { data: { posts: Array.from({ length: exportLimits.posts + 1 }, (_, id) => ({ id })) } }
  const links = '{"post_id":1,"tag_id":1},'.repeat(99_999)
  const linked = `{"data":{"posts":[],"tags":[{"id":1,"name":"a"}],"posts_tags":[${links}{"post_id":1,"tag_id":1}]}}`
  const cases: [string | Buffer, RegExp][] = [
    [linked, /no posts/],
    [`{"data":{"posts":[${'1,'.repeat(12_000_000)}1]}}`, /no export/],
    ['<a>'.repeat(8_000_000), /no export/],
    [`${'<a>'.repeat(100_000)}${'</b>'.repeat(100_000)}`, /no export/],
    ['', /no export/],
    ['{"db":', /no export/],
    ['{"db":[]}', /no export/],
    ['a text', /no export/],
    ['<rss></rss>', /no posts/],
    ['{"data":{"posts":[]}}', /no posts/],
    [JSON.stringify(many), /more than 5,000/],
    [bomb, /too large/],
    [outside, /no export/],
    [wide, /no export|no posts/],
    [`{"data":{"posts":[{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}}`, /no export/],
    [cut, /no export/],
    [Buffer.alloc(exportLimits.bytes + 1), /too large/],
    [Buffer.alloc(exportLimits.textBytes + 1, '{'), /too large/],
  ]
  for (const [content, reason] of cases) await expect(readExport(Buffer.from(content))).rejects.toThrow(reason)
})

/** A ZIP file with these files, compressed. */
function zipOf(files: Record<string, string | Buffer>): Buffer {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const [bytes, path] = [Buffer.from(content), Buffer.from(name)]
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, path, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, place, path]))
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, list, end])
}
