import { createServer } from 'node:http'
import { afterAll, expect, it } from 'vitest'
import { getOwnPage, isOwnRequest, setOwnServer } from './own-server'
import { serveNode } from './testing/serve-node'

const seen: { url: string | undefined; isOwn: boolean; address: string | undefined }[] = []

const server = createServer((request, response) => {
  seen.push({ url: request.url, isOwn: isOwnRequest(request), address: request.socket.remoteAddress })
  if (request.url === '/never') return
  response.statusCode = request.url === '/page' ? 200 : 404
  response.end(`${request.headers['x-one']} ${request.headers['user-agent']} ${'é'.repeat(200_000)}`)
})
const { origin } = await serveNode(server)
afterAll(() => setOwnServer(null))

const get = (path: string, timeoutMs = 5_000) => getOwnPage(path, { headers: { 'x-one': '1' }, timeoutMs })

it('has no page in a process without a server', async () => {
  expect(await get('/page')).toBeNull()
  setOwnServer(server)
})

it('gets a page of the server without a network, and tells such requests from those of others', async () => {
  await (await fetch(origin)).text()
  const page = await get('/page')
  expect(page?.status).toBe(200)
  expect(page?.body).toBe(`1 turnpike ${'é'.repeat(200_000)}`)
  expect((await get('/other'))?.status).toBe(404)
  expect(seen).toEqual([
    { url: '/', isOwn: false, address: '127.0.0.1' },
    { url: '/page', isOwn: true, address: undefined },
    { url: '/other', isOwn: true, address: undefined },
  ])
})

it('gives up on a page that takes too long, and others are got on', async () => {
  await expect(get('/never', 50)).rejects.toMatchObject({ name: 'AbortError' })
  expect((await get('/page'))?.status).toBe(200)
})
