import { expect, it } from 'vitest'
import { offerRoute, type RouteOffer } from './offer-route'

type Seen = { method: string; url: string; body: string; params: Record<string, string> }

const call = {
  buyer: {
    kind: 'payment' as const,
    paymentId: '019',
    payer: '0x1',
    network: 'eip155:84532',
    scheme: 'exact' as const,
    maximumAtomic: 1n,
  },
  meter: { setAmount() {}, charge() {} },
  signal: AbortSignal.timeout(5_000),
}

function offered(
  route: Pick<RouteOffer, 'method' | 'routeTemplate' | 'places' | 'bodyMimeType'>,
  answer: () => Response = () => Response.json({ ok: true }),
) {
  const seen: Seen[] = []
  const requests: Request[] = []
  const offer = offerRoute({
    name: 'tool',
    title: 'Tool',
    description: '',
    inputSchema: { type: 'object' },
    example: {},
    accepts: [],
    origin: 'https://shop.example',
    ...route,
    handler: async (request, { params }) => {
      requests.push(request.clone())
      seen.push({ method: request.method, url: request.url, body: await request.text(), params })
      return answer()
    },
  })
  return { findFault: offer.findFault, seen, requests, run: (input: Record<string, unknown>) => offer.run(input, call) }
}

it('writes a form in its type, files from base64, and headers', async () => {
  const places = {
    file: [{ in: 'body' as const, name: 'file', writing: { isFile: true as const } }],
    version: [{ in: 'header' as const, name: 'X-Version' }],
  }
  const route = { method: 'POST' as const, routeTemplate: '/files', places, bodyMimeType: 'multipart/form-data' }
  const { requests, run } = offered(route)
  await run({ file: btoa('bytes'), purpose: 'test', version: 2 })
  const [request] = requests
  expect(request?.headers.get('x-version')).toBe('2')
  const form = await request?.formData()
  expect([form?.get('purpose'), await (form?.get('file') as File).text()]).toEqual(['test', 'bytes'])
  expect(await run({ file: 'ü' })).toMatchObject({
    isError: true,
    content: [{ text: 'file is a file: expected its bytes in base64.' }],
  })
  expect(requests).toHaveLength(1)
})

it('joins a list in a header, and asks for nothing with a value that no header can hold', async () => {
  const places = { names: [{ in: 'header' as const, name: 'X-Names' }] }
  const { requests, run, findFault } = offered({ method: 'GET', routeTemplate: '/x', places })
  expect(findFault?.({ names: ['a', 2] })).toBeNull()
  await run({ names: ['a', 2] })
  await run({ names: null })
  expect(requests.map(({ headers }) => headers.get('x-names'))).toEqual(['a,2', null])
  for (const names of ['ü', ['a', 'ü'], { a: 1 }, 'a\nb']) {
    // Told before anything is paid, also where the route takes the money first.
    expect(findFault?.({ names })).toContain('X-Names is a header')
    expect(await run({ names })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('X-Names is a header') }],
    })
  }
  expect(requests).toHaveLength(2)
})

it.each([{}, { userId: '' }, { userId: '..' }, { userId: '.' }, { userId: { a: 1 } }])(
  'asks for nothing when the resource is not named: %o',
  async (input) => {
    const { seen, run } = offered({ method: 'GET', routeTemplate: '/users/:userId' })
    expect(await run(input)).toMatchObject({ isError: true })
    expect(seen).toEqual([])
  },
)

it('makes an error result of a failing answer', async () => {
  const { run } = offered({ method: 'GET', routeTemplate: '/x' }, () => new Response('no such thing', { status: 404 }))
  expect(await run({})).toMatchObject({ isError: true, content: [{ text: 'The resource answers 404: no such thing' }] })
})

it('hands out text, images and lists by their types', async () => {
  const answers = (answer: () => Response) => offered({ method: 'GET', routeTemplate: '/x' }, answer).run({})
  expect(await answers(() => new Response('words'))).toEqual({ content: [{ type: 'text', text: 'words' }] })
  expect(await answers(() => Response.json([1]))).toEqual({ content: [{ type: 'text', text: '[1]' }] })
  const image = () => new Response(new Uint8Array([1, 2]), { headers: { 'content-type': 'image/png' } })
  expect(await answers(image)).toEqual({ content: [{ type: 'image', data: 'AQI=', mimeType: 'image/png' }] })
})

it.each([
  ['text/event-stream', 200, 'This is too large to be handed out by a tool.'],
  ['application/octet-stream', 200, 'This is too large to be handed out by a tool.'],
  ['text/plain', 500, 'The resource answers 500'],
])('stops reading an answer of %s and status %i that does not end', async (type, status, said) => {
  let sent = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      // An end all the same, so that a reader without a bound fails instead of filling the memory.
      if (sent > 40) controller.close()
      else controller.enqueue(new Uint8Array(1_000_000))
    },
    cancel: () => void (isCancelled = true),
  })
  const answer = () => new Response(body, { status, headers: { 'content-type': type } })
  const result = await offered({ method: 'GET', routeTemplate: '/x' }, answer).run({})
  expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining(said) }] })
  expect(isCancelled).toBe(true)
  expect(sent).toBeLessThan(15)
})
