import { describe, expect, it } from 'vitest'
import { NotBase64Error, splitWriting, writeFields, writePairs, writeWhole } from './write-request'

const text = (body: string | Uint8Array) => (typeof body === 'string' ? body : new TextDecoder('latin1').decode(body))

const range = { gte: 1, lt: { deep: [2, 3] } }
it.each([
  [
    ['a', 'b'],
    {},
    [
      ['x', 'a'],
      ['x', 'b'],
    ],
  ],
  [['a', 'b'], { explode: false }, [['x', 'a,b']]],
  [['a', 'b'], { style: 'spaceDelimited' }, [['x', 'a b']]],
  [['a', 'b'], { style: 'pipeDelimited' }, [['x', 'a|b']]],
  [
    ['a', 'b'],
    { style: 'deepObject' },
    [
      ['x[0]', 'a'],
      ['x[1]', 'b'],
    ],
  ],
  [[], { explode: false }, []],
  [{ a: 1 }, {}, [['x', '{"a":1}']]],
  [
    { a: 1, b: true },
    { style: 'form' },
    [
      ['a', '1'],
      ['b', 'true'],
    ],
  ],
  [{ a: 1, b: true }, { style: 'form', explode: false }, [['x', 'a,1,b,true']]],
  [
    range,
    { style: 'deepObject' },
    [
      ['x[gte]', '1'],
      ['x[lt][deep][0]', '2'],
      ['x[lt][deep][1]', '3'],
    ],
  ],
  [null, {}, []],
  [0, {}, [['x', '0']]],
])('pairs of %j written as %j', (value, writing, pairs) => {
  expect(writePairs({ name: 'x', value, writing })).toEqual(pairs)
})

describe('a form', () => {
  const file = { name: 'file', value: btoa('\u00ff\r\n--form-part-0'), writing: { isFile: true as const } }
  const values = [
    { name: 'a"b', value: 'ü' },
    { name: 'tags', value: ['x', 'y'] },
    { name: 'meta', value: { k: 1 } },
  ]

  it('has names and values escaped', () => {
    expect(writeFields('application/x-www-form-urlencoded', values)).toEqual({
      contentType: 'application/x-www-form-urlencoded',
      body: 'a%22b=%C3%BC&tags=x&tags=y&meta=%7B%22k%22%3A1%7D',
    })
  })

  it('of parts is read as it was written, and has the same bytes each time', async () => {
    const written = writeFields('multipart/form-data', [...values, file])
    expect(writeFields('multipart/form-data', [...values, file])).toEqual(written)
    expect(written.contentType).toBe('multipart/form-data; boundary=form-part-1')
    const headers = { 'content-type': written.contentType }
    const read = await new Response(Buffer.from(written.body), { headers }).formData()
    expect([read.get('a"b'), read.getAll('tags')]).toEqual(['ü', ['x', 'y']])
    const sent = read.get('file') as File
    expect([sent.name, sent.type, Buffer.from(await sent.arrayBuffer()).toString('latin1')]).toEqual([
      'file',
      'application/octet-stream',
      '\u00ff\r\n--form-part-0',
    ])
    expect(text(written.body)).toContain('name="meta"\r\nContent-Type: application/json\r\n\r\n{"k":1}')
  })

  it('refuses a file that is not in base64', () => {
    expect(() => writeFields('multipart/form-data', [{ ...file, value: 'ü!' }])).toThrow(NotBase64Error)
  })
})

it.each([
  ['application/json', ['a'], undefined, '["a"]'],
  ['text/plain', 'a', undefined, 'a'],
  ['application/octet-stream', btoa('\u0000\u00ff'), { isFile: true as const }, '\u0000\u00ff'],
])('a body of %s that is one value', (mimeType, value, writing, body) => {
  const written = writeWhole(mimeType, { name: 'body', value, writing })
  expect([written.contentType, text(written.body)]).toEqual([mimeType, body])
})

it('says of a file that it is typed in base64', () => {
  const binary = { type: 'string', format: 'binary', contentMediaType: 'image/png' }
  const typed = { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' }
  const writing = { isFile: true, mimeType: 'image/png' }
  expect(splitWriting(binary)).toEqual({ schema: typed, writing })
  expect(splitWriting({ type: 'array', items: binary })).toEqual({ schema: { type: 'array', items: typed }, writing })
  expect(splitWriting({ type: 'string', style: 'form' })).toEqual({
    schema: { type: 'string' },
    writing: { style: 'form' },
  })
})
