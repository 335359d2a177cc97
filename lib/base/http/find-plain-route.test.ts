import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createPlainRoutes } from './find-plain-route'

type Context = { params: Promise<Record<string, unknown>> }

const told = (name: string) => async (_request: Request, context: Context) =>
  Response.json([name, await context.params])
const find = createPlainRoutes({
  '/weather': { GET: told('weather') },
  '/mcp': { POST: told('mcp') },
  '/mcp/shop/[handle]': { POST: told('mcp of a shop') },
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
  ['POST', '/mcp/shop/lisbon', ['mcp of a shop', { handle: 'lisbon' }]],
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
  ['a form', 'POST', '/mcp', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['an escape', 'GET', '/x/lisbon/%6dap', {}],
  ['an empty part', 'GET', '/x//lisbon', {}],
  ['a relative part', 'GET', '/x/lisbon/../paris', {}],
  ['a relative part at the end', 'GET', '/x/lisbon/..', {}],
  ['a slash at the end', 'GET', '/weather/', {}],
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
  ['GET', '/mcp', { accept: 'text/html' }, 'POST, OPTIONS'],
  ['constructor', '/x/lisbon/map', {}, 'GET, PUT, HEAD, OPTIONS'],
])('names the methods of an address that does not answer %s %s', async (method, url, headers, allow) => {
  const answer = find(Object.assign(new IncomingMessage(new Socket()), { method, url, headers }))
  const refused = await answer?.(new Request('http://shop.example/'))
  expect([refused?.status, refused?.headers.get('allow')]).toEqual([405, allow])
})
