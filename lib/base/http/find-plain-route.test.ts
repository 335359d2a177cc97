import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createPlainRoutes } from './find-plain-route'

type Context = { params: Promise<Record<string, unknown>> }

const told = (name: string) => async (_request: Request, context: Context) =>
  Response.json([name, await context.params])
const programs = {
  '/mcp': { GET: told('mcp'), POST: told('mcp') },
  '/mcp/shop/[handle]': { POST: told('mcp of a shop') },
}
const find = createPlainRoutes(programs, {
  '/weather': { GET: told('weather') },
  '/image/[imageId]/[width].webp': { GET: null },
  '/x/[...path]': { GET: told('sold'), PUT: told('sold') },
})

async function answerOf(method: string, url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = find(Object.assign(new IncomingMessage(new Socket()), { method, url, headers }))
  return answer && (await answer(new Request('http://shop.example/'))).json()
}

it.each([
  ['GET', '/weather', ['weather', {}]],
  ['GET', '/weather?city=Rome%20', ['weather', {}]],
  ['POST', '/mcp', ['mcp', {}]],
  ['HEAD', '/mcp', ['mcp', {}]],
  ['POST', '/mcp/shop/li%20sbon', ['mcp of a shop', { handle: 'li%20sbon' }]],
  ['GET', '/x/lisbon/maps/one.pdf', ['sold', { path: ['lisbon', 'maps', 'one.pdf'] }]],
  ['PUT', '/x/lisbon/map', ['sold', { path: ['lisbon', 'map'] }]],
])('answers %s %s', async (method, url, told) => {
  expect(await answerOf(method, url)).toEqual(told)
})

it.each([
  ['what needs the framework', 'GET', '/image/one/600.webp', {}],
  ['a dot that is none', 'POST', '/image/one/600-webp', {}],
  ['an unknown address', 'GET', '/elsewhere', {}],
  ['a method that the framework adds', 'HEAD', '/weather', {}],
  ['a question for methods', 'OPTIONS', '/weather', {}],
  ['a document', 'GET', '/x/lisbon/map', { accept: 'text/html,*/*' }],
  ["a shop's page", 'GET', '/x/lisbon', {}],
  ['parts of a page', 'GET', '/x/lisbon/map', { rsc: '1' }],
  ['a form', 'PUT', '/x/lisbon/map', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['an escape', 'GET', '/x/lisbon/%6dap', {}],
  ['an empty part', 'GET', '/x//lisbon', {}],
  ['a relative part', 'GET', '/x/lisbon/../paris', {}],
  ['a relative part at the end', 'GET', '/x/lisbon/..', {}],
  ['a slash at the end', 'GET', '/weather/', {}],
  ['a slash at the end of a program’s address', 'POST', '/mcp/', {}],
  ['a backslash', 'GET', '/x\\lisbon', {}],
  ['other capitals', 'GET', '/Weather', {}],
  ['a whole address', 'GET', 'http://shop.example/weather', {}],
  ['a suffix of the framework', 'GET', '/x/lisbon/map.rsc', {}],
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

it('answers programs that come as documents or forms, or ask for methods', async () => {
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  expect(await answerOf('GET', '/mcp', { accept: 'text/html' })).toEqual(['mcp', {}])
  expect(await answerOf('POST', '/mcp', form)).toEqual(['mcp', {}])
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'OPTIONS', url: '/mcp', headers: {} })
  const told = await find(request)?.(new Request('http://shop.example/'))
  expect([told?.status, told?.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
})
