import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createPlainRoutes } from './find-plain-route'

type Context = { params: Promise<Record<string, unknown>> }

const told = (name: string) => async (_request: Request, context: Context) =>
  Response.json([name, await context.params])
const find = createPlainRoutes({
  '/mcp': { GET: told('mcp'), POST: told('mcp') },
  '/mcp/shop/[handle]': { POST: told('mcp of a shop') },
  '/weather': { GET: told('weather') },
  '/image/[imageId]/[width].webp': { GET: null },
  '/x/[handle]/[...path]': { GET: told('sold'), PUT: told('sold') },
})

async function answerOf(method: string, url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = find(Object.assign(new IncomingMessage(new Socket()), { method, url, headers }))
  return answer && (await answer(new Request('http://shop.example/'))).json()
}

it.each([
  ['GET', '/weather', ['weather', {}]],
  ['GET', '/weather?city=Rome%20', ['weather', {}]],
  ['POST', '/mcp', ['mcp', {}]],
  ['POST', '/mcp/shop/li%20sbon', ['mcp of a shop', { handle: 'li%20sbon' }]],
  ['GET', '/x/lisbon/maps/one.pdf', ['sold', { handle: 'lisbon', path: ['maps', 'one.pdf'] }]],
  ['PUT', '/x/lisbon/m%61p', ['sold', { handle: 'lisbon', path: ['map'] }]],
  ['HEAD', '/weather', ['weather', {}]],
  ['GET', '/w%65ather', ['weather', {}]],
])('answers %s %s', async (method, url, told) => {
  expect(await answerOf(method, url)).toEqual(told)
})

it.each([
  ['what needs the framework', 'GET', '/image/one/600.webp', {}],
  ['a dot that is none', 'POST', '/image/one/600-webp', {}],
  ['an unknown address', 'GET', '/elsewhere', {}],
  ["a shop's page", 'GET', '/x/lisbon', {}],
  ['an empty part', 'GET', '/x//lisbon', {}],
  ['a relative part', 'GET', '/x/lisbon/../paris', {}],
  ['a relative part at the end', 'GET', '/x/lisbon/..', {}],
  ['a relative part that is escaped', 'GET', '/x/lisbon/%2e%2E/paris', {}],
  ['a slash at the end', 'GET', '/weather/', {}],
  ['a backslash', 'GET', '/x\\lisbon', {}],
  ['other capitals', 'GET', '/Weather', {}],
  ['a whole address', 'GET', 'http://shop.example/weather', {}],
  ['more parts than there are', 'POST', '/mcp/shop/lisbon/more', {}],
  ['too few', 'POST', '/mcp/shop', {}],
  ['a name that every object has', 'GET', '/constructor', {}],
])('leaves %s to the framework', async (_what, method, url, headers) => {
  expect(await answerOf(method, url, { ...headers })).toBeNull()
})

it.each([
  ['POST', '/weather', {}, 'GET, HEAD, OPTIONS'],
  ['PATCH', '/image/one/600.webp', {}, 'GET, HEAD, OPTIONS'],
  ['GET', '/mcp/shop/lisbon', { accept: 'text/html' }, 'POST, OPTIONS'],
  ['constructor', '/x/lisbon/map', {}, 'GET, PUT, HEAD, OPTIONS'],
])('names the methods of an address that does not answer %s %s', async (method, url, headers, allow) => {
  const answer = find(Object.assign(new IncomingMessage(new Socket()), { method, url, headers }))
  const refused = await answer?.(new Request('http://shop.example/'))
  expect([refused?.status, refused?.headers.get('allow')]).toEqual([405, allow])
})

it('names the methods to who asks for them', async () => {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'OPTIONS', url: '/mcp', headers: {} })
  const told = await find(request)?.(new Request('http://shop.example/'))
  expect([told?.status, told?.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
})
