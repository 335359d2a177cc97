import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { dump } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { runSteps } from '@/development/testing/run-steps'
import { soakOr } from '@/development/testing/soak'
import { buildBazaarExtension } from '@/lib/base/x402/bazaar'
import { parseRouteKey } from '@/lib/base/x402/route-pattern'
import { findDeclarationFaults } from '../../routes/check-route'
import { describeTool } from '../../routes/describe-tool'
import { operationAddress } from '../gateway-input'
import { parseDocument } from './parse-document'
import { readOperations } from './read-operations'

type Json = Record<string, unknown>
type Wild = { source: string; licence: string; document: Json & { paths: Record<string, Json> } }

const wild = gunzipSync(readFileSync(new URL('testing/documents-of-the-wild.jsonl.gz', import.meta.url)))
  .toString()
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line) as Wild)

const readAll = (text: string) => runSteps(readOperations(parseDocument(text), { maximum: 200, url: null }))
const methods = ['get', 'post', 'put', 'patch', 'delete']
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): Json => (isObject(value) ? value : {})

it('there are 61 of them', () => {
  expect(wild).toHaveLength(61)
  const names = wild.map(({ source }) => source)
  for (const name of ['github.com/api.github.com', 'stripe.com', 'digitalocean.com', 'kubernetes.io'])
    expect(names).toContain(name)
})

/** Twenty thousand lines of YAML would keep everybody waiting. */
const veryLong = new Set(['stripe.com', 'digitalocean.com'])

/** Each takes a while to be read by the libraries of others. */
const looked = wild.filter((_, at) => at % soakOr(1, 8) === 0)

describe.each(looked.map((one) => [one.source, one] as const))('the document of %s', (source, { document }) => {
  const read = readAll(JSON.stringify(document))

  it('is read whole, as YAML too unless it is very long', () => {
    const wanted = Object.values(document.paths).flatMap((item) => methods.filter((method) => item[method]))
    expect(read.operations).toHaveLength(wanted.length)
    const yaml = dump(document, { noRefs: true, indent: 1 })
    if (veryLong.has(source)) expect(() => readAll(yaml)).toThrow('Give it as JSON')
    else expect(readAll(yaml)).toEqual(read)
  })

  it('is sold by operations that a catalog and a client of models take', () => {
    const sold = read.operations.filter(({ problem, isCallable }) => problem === null && isCallable)
    for (const [at, operation] of sold.entries()) {
      const { method, path, title, description, query, discovery } = operation
      const routeKey = `${method} ${operationAddress('/x/shop/api', path)?.path}`
      const settings = { discovery: { isListed: true, ...discovery }, description, query, isTool: true }
      expect(findDeclarationFaults({ routeKey, title, settings })).toEqual({})
      const shape = describeTool(settings, { title, method, path: routeKey.split(' ')[1] ?? '' })
      for (const name of Object.keys(objectOf(shape.inputSchema.properties))) expect(name).toMatch(/^[\w.-]{1,64}$/)
      // Theirs compiles each schema, which takes a while.
      if (at >= 3) continue
      const extension = buildBazaarExtension({ discoverable: true, ...discovery }, parseRouteKey(routeKey))
      expect(validateDiscoveryExtension(extension as never)).toEqual({ valid: true })
    }
  })
})
