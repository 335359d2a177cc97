import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { surfaceLimits } from '@/lib/http/surface-limits'
import { listSurfaces } from './list-surfaces'

const rows = readFileSync('SECURITY.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `/'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('SECURITY.md names every surface of the site once, and no other', () => {
  const named = rows.map(([, path = '']) => path.replaceAll('`', ''))
  expect([...named].sort()).toEqual(
    listSurfaces()
      .map(({ path }) => path)
      .sort(),
  )
})

test('SECURITY.md says of each surface which methods it takes, who may call it, how often, and how large', () => {
  const methods = new Map(listSurfaces().map(({ path, methods: taken }) => [path, taken]))
  for (const [, path = '', said = '', ...facts] of rows) {
    expect(
      facts.slice(0, 3).every((fact) => fact.length > 0),
      path,
    ).toBe(true)
    const taken = methods.get(path.replaceAll('`', '')) ?? []
    const isAll = taken.length >= 6
    expect(said === 'all', path).toBe(isAll)
    if (!isAll) for (const method of said.split(', ')) expect(taken, path).toContain(method)
  }
})

const { gate, freeRoutes, uploads, facilitator, discovery, relay, mcp, rpc, sellerApi, files, images, review, faucet } =
  surfaceLimits

const inWords = (bytes: number): string => {
  if (bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20} MB`
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes / 1024} KB`
}

/** Rate and size of the surfaces that have numbers of their own, from the constants that they are held to. */
const asCode: Record<string, { rate?: string; size?: string }> = {
  '/api/dashboard/review': { size: inWords(review.bodyBytes) },
  '/api/dashboard/images': { size: inWords(images.bodyBytes) },
  '/api/dashboard/routes/[routeId]/file': { size: `${inWords(files.bodyBytes)}, streamed` },
  '/api/rpc/[network]': {
    rate: `${rpc.callsPerSecond}/s`,
    size: `${inWords(rpc.bodyBytes)}; answers ${inWords(rpc.answerBytes)}`,
  },
  '/api/v1/[...path]': {
    rate: `${sellerApi.requestsPerSecond}/s for each key`,
    size: `${inWords(sellerApi.bodyBytes)}; files ${inWords(files.bodyBytes)}, images ${inWords(images.bodyBytes)}`,
  },
  '/bazaar/add': { rate: `${discovery.asksPerSecond}/s to add` },
  '/bazaar/feed.xml': { rate: `${discovery.readsPerSecond}/s` },
  '/bazaar/relay': {
    rate: `${relay.callsPerSecond}/s, ${relay.callsAtOnce} at once`,
    size: `${inWords(relay.bodyBytes)}; answers ${inWords(relay.answerBytes)}`,
  },
  '/devnet/faucet': { size: inWords(faucet.bodyBytes) },
  '/facilitator/discovery/events': { rate: `${discovery.newsPerSecond}/s to open, ${discovery.streams} open` },
  '/facilitator/settle': { size: inWords(facilitator.bodyBytes) },
  '/facilitator/verify': { size: inWords(facilitator.bodyBytes) },
  '/mcp/shop/[handle]': { size: `${inWords(mcp.bodyBytes)}, ${mcp.messages} messages` },
  '/x/[...path]': {
    rate: `queued per caller; free operations ${freeRoutes.callsPerSecond}/s, ${freeRoutes.callsAtOnce} at once`,
    size: `${inWords(gate.bodyBytes)}; paid uploads that a seller allows, passed on as they come, ${inWords(uploads.bodyBytes)}`,
  },
  '/mcp/sse': { rate: `${mcp.streams} open` },
  ...Object.fromEntries(
    ['resources', 'search'].map((name) => [
      `/facilitator/discovery/${name}`,
      { rate: `${discovery.readsPerSecond}/s` },
    ]),
  ),
  ...Object.fromEntries(
    ['owner', 'probe', 'validate'].map((name) => [
      `/facilitator/discovery/${name}`,
      { rate: `${discovery.asksPerSecond}/s`, size: inWords(discovery.bodyBytes) },
    ]),
  ),
  ...Object.fromEntries(
    ['/mcp', '/mcp/discovery', '/mcp/messages'].map((path) => [
      path,
      {
        rate: `searches ${discovery.readsPerSecond}/s, \`call_resource\` ${relay.callsPerSecond}/s and ${relay.callsAtOnce} at once`,
        size: `${inWords(mcp.bodyBytes)}, ${mcp.messages} messages`,
      },
    ]),
  ),
}

/** What a paid route takes, and what Next.js takes for an action of a page. */
const usualSizes = [inWords(gate.bodyBytes), 'actions 2 MB', 'head only; actions 2 MB']

test('SECURITY.md says the rates and sizes that the code has, and no other number', () => {
  for (const [, named = '', , , rate = '', size = ''] of rows) {
    const path = named.replaceAll('`', '')
    const expected = asCode[path]
    expect(rate, path).toBe(expected?.rate ?? rate.replace(/\d/g, ''))
    const isUsual = !/\d/.test(size) || usualSizes.includes(size)
    expect(size, path).toBe(expected?.size ?? (isUsual ? size : 'a size of the code'))
  }
  expect(Object.keys(asCode).filter((path) => !rows.some(([, named]) => named === `\`${path}\``))).toEqual([])
})
