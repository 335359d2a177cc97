import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { dereference } from '@apidevtools/swagger-parser'
import { validateDiscoveryExtension } from '@x402/extensions/bazaar'
import { dump } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { runSteps } from '@/development/testing/run-steps'
import { soakOr } from '@/development/testing/soak'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { buildBazaarExtension } from '@/lib/base/x402/bazaar'
import { parseRouteKey } from '@/lib/base/x402/route-key'
import { findDeclarationFaults } from '../../routes/check-route'
import { describeTool } from '../../routes/describe-tool'
import { operationAddress } from '../operation-address'
import { parseDocument } from './parse-document'
import { type DescribedOperation, readOperations } from './read-operations'

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
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

it('there are 61 of them', () => {
  expect(wild).toHaveLength(61)
  const names = wild.map(({ source }) => source)
  for (const name of ['github.com/api.github.com', 'stripe.com', 'digitalocean.com', 'kubernetes.io'])
    expect(names).toContain(name)
})

/** Twenty thousand lines of YAML would keep everybody waiting. */
const veryLong = new Set(['stripe.com', 'digitalocean.com'])

/** Each takes a while to be read by the libraries of others. */
const looked = wild.filter((_, at) => at % soakOr(1, 4) === 0)

describe.each(looked.map((one) => [one.source, one] as const))('the document of %s', (source, { document }) => {
  const read = readAll(JSON.stringify(document))

  it('is read whole, as YAML too unless it is very long', () => {
    const wanted = Object.values(document.paths).flatMap((item) => methods.filter((method) => item[method]))
    expect(read.operations).toHaveLength(wanted.length)
    const yaml = dump(document, { noRefs: true, indent: 1 })
    if (veryLong.has(source)) expect(() => readAll(yaml)).toThrow('Give it as JSON')
    else expect(readAll(yaml)).toEqual(read)
  })

  it('names what it loses, by a reading of others', async () => {
    // Its references are filled in by a library that has nothing of ours.
    const whole = (await dereference(structuredClone(document) as never)) as unknown as Wild['document']
    const left = [...read.operations]
    const lost = Object.values(whole.paths).flatMap((item) =>
      methods.flatMap((method) => {
        const operation = item[method]
        if (!isObject(operation)) return []
        // They come in the order of paths and methods.
        const ours = left.shift()
        if (ours?.problem) return []
        return ours ? findLost(ours, operation, listOf(item.parameters)) : ['an operation']
      }),
    )
    expect(lost).toEqual([])
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

/** Names of an operation that are neither declared nor said to be unread. */
function findLost(
  { method, path, discovery, unread, isCallable }: DescribedOperation,
  operation: Json,
  shared: Json[],
) {
  const said = unread.map(inEnglish).join(' ')
  const isShort = unread.some(({ key }) => key === 'unread.shortened' || key === 'unread.input')
  const input = objectOf(discovery.inputSchema)
  const isDeclared = (map: string, name: unknown) => Object.hasOwn(objectOf(input[map]), String(name))
  const own = new Map([...shared, ...listOf(operation.parameters)].map((one) => [`${one.in} ${one.name}`, one]))
  const parameters = [...own.values()].flatMap(({ in: place, name, required }) => {
    if (place === 'path') return path.includes(`{${name}}`) ? [] : [`path ${name}`]
    if (place === 'header' && /^(accept|content-type|authorization)$/i.test(String(name))) return []
    if (isDeclared(place === 'query' ? 'queryParams' : 'headers', name)) return []
    if (said.includes(String(name)) && (!required || !isCallable)) return []
    return isShort && !required ? [] : [`${place} ${name}`]
  })
  const [[type, media] = ['', null]] = bodyOf(operation)
  if (media === null) return parameters.map((lost) => `${method} ${path}: ${lost}`)
  if (method === 'DELETE' || method === 'GET') return said.includes('A body of') ? parameters : [`${path}: the body`]
  const usual = input.contentMediaType ?? 'application/json'
  const isType = type === usual || type === '*/*' || !discovery.inputSchema
  const fields = isJson(type) || type.includes('form') ? fieldsOf(media.schema) : []
  const missing = fields.filter(({ name, isRequired }) => !isDeclared('properties', name) && (isRequired || !isShort))
  const isLost = !(isShort && !isCallable)
  return [
    ...parameters,
    ...(isType || isShort ? [] : [`written in ${type}`]),
    ...(isLost ? missing.map(({ name }) => `field ${name}`) : []),
  ].map((lost) => `${method} ${path}: ${lost}`)
}

/** JSON where there is a choice, then a form. */
function bodyOf(operation: Json): [string, Json][] {
  const content = Object.entries(objectOf(objectOf(operation.requestBody).content)).map(
    ([type, media]): [string, Json] => [type.split(';')[0]?.trim().toLowerCase() ?? '', objectOf(media)],
  )
  const order = [/^application\/json$/, /[/+]json$|^\*\/\*$/, /urlencoded$/, /form-data$/, /./]
  const rank = (type: string) => order.findIndex((pattern) => pattern.test(type))
  return content.toSorted(([one], [other]) => rank(one) - rank(other))
}

const isJson = (type: string): boolean => /[/+]json$/.test(type)

type Field = { name: string; isRequired: boolean }

/** Keys of an object, and of its parts. */
function fieldsOf(value: unknown, depth = 0): Field[] {
  const schema = objectOf(value)
  if (depth > 8) return []
  const required = Array.isArray(schema.required) ? schema.required : []
  const own = Object.entries(objectOf(schema.properties)).flatMap(([name, part]) =>
    objectOf(part).readOnly === true ? [] : [{ name, isRequired: required.includes(name) }],
  )
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    listOf(schema[keyword]).flatMap((part) =>
      fieldsOf(part, depth + 1).map(({ name, isRequired }) => ({
        name,
        isRequired: isRequired && keyword === 'allOf',
      })),
    ),
  )
  return [...own, ...parts]
}
