import { z } from 'zod'

export type DocumentedCall = {
  method: string
  path: string
  query: string[]
  /** JSON Schema of the body; null when there is none. */
  body: Schema | null
}

export type Schema = { [key: string]: unknown }

const documents = ['/facilitator/openapi.json', '/facilitator/discovery/openapi.json', '/api/v1/openapi.json']
const schemaShape = z.record(z.unknown())
const operationShape = z.object({
  parameters: z.array(z.object({ name: z.string(), in: z.string() }).passthrough()).default([]),
  requestBody: z.object({ content: z.record(z.object({ schema: schemaShape.optional() })) }).optional(),
})
const documentShape = z.object({
  servers: z.array(z.object({ url: z.string() })).default([]),
  paths: z.record(z.record(z.unknown())),
  components: z.object({ schemas: z.record(schemaShape).default({}) }).default({}),
})

/** The calls that the running site documents, with references within each document resolved one level at a time. */
export async function readDocuments(origin: string): Promise<DocumentedCall[]> {
  const calls = await Promise.all(
    documents.map(async (address) => {
      const answer = await fetch(origin + address)
      if (!answer.ok) throw new Error(`Expected a document at ${address}, got ${answer.status}.`)
      return callsOf(documentShape.parse(await answer.json()))
    }),
  )
  return calls.flat()
}

function callsOf({ servers, paths, components }: z.infer<typeof documentShape>): DocumentedCall[] {
  const server = servers[0]?.url ?? ''
  const base = URL.canParse(server) ? new URL(server).pathname.replace(/\/$/, '') : server.replace(/\/$/, '')
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const parsed = operationShape.safeParse(operation)
      if (!parsed.success || method === 'parameters') return []
      const schema = Object.values(parsed.data.requestBody?.content ?? {})[0]?.schema
      const query = parsed.data.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
      const full = (base && !path.startsWith(base) ? base + path : path).replaceAll(/\{([^}]+)\}/g, '[$1]')
      return [
        { method: method.toUpperCase(), path: full, query, body: schema ? resolve(schema, components.schemas) : null },
      ]
    }),
  )
}

/** Replaces references by their targets; four levels are deep enough to make bodies from. */
function resolve(schema: Schema, named: Record<string, Schema>, depth = 0): Schema {
  const reference = typeof schema.$ref === 'string' ? named[schema.$ref.split('/').at(-1) ?? ''] : undefined
  const target = reference ?? schema
  if (depth > 4) return target
  const entries = Object.entries(target).map(([key, value]): [string, unknown] => {
    if (Array.isArray(value)) return [key, value.map((item) => deeper(item, named, depth))]
    return [key, deeper(value, named, depth)]
  })
  return Object.fromEntries(entries)
}

const deeper = (value: unknown, named: Record<string, Schema>, depth: number): unknown => {
  const parsed = schemaShape.safeParse(value)
  return parsed.success && !Array.isArray(value) ? resolve(parsed.data, named, depth + 1) : value
}
