import { z } from 'zod'
import { type CheckVerdict, type ConformanceCheck, failed, passed, skipped, withoutFault } from '../check'
import type { Subject } from '../subject'
import { faultOf } from '../terms'

const document = 'extensions/bazaar.md'

const query = z.object({ type: z.literal('http'), method: z.enum(['GET', 'HEAD', 'DELETE']), bodyType: z.undefined() })
const body = z.object({
  type: z.literal('http'),
  method: z.enum(['POST', 'PUT', 'PATCH']),
  bodyType: z.enum(['json', 'form-data', 'text']),
  body: z.unknown(),
})
const tool = z.object({ type: z.literal('mcp'), toolName: z.string().min(1), inputSchema: z.record(z.unknown()) })
const infoSchema = z.object({
  input: z.union([query, body, tool]),
  output: z.object({ type: z.string() }).passthrough().optional(),
})
const schemaSchema = z.object({ properties: z.object({ input: z.record(z.unknown()) }).passthrough() }).passthrough()

export const bazaarChecks: ConformanceCheck[] = [
  {
    id: 'bazaar-info',
    level: 'must',
    claim: 'The declaration says how the resource is called: by a query, with a body, or as an MCP tool',
    paragraph: `${document}, Discovery Info Structure`,
    run: (subject) => declared(subject, ({ info }) => withoutFault(faultOf(infoSchema, info))),
  },
  {
    id: 'bazaar-schema',
    level: 'must',
    claim: 'Its schema defines the input and refers to nothing outside itself',
    paragraph: `${document}, Schema Validation`,
    run: (subject) =>
      declared(subject, ({ schema }) => {
        const fault = faultOf(schemaSchema, schema)
        if (fault) return failed(fault)
        const outside = /"\$(?:ref|id)":"(?!#)([^"]{0,80})/.exec(JSON.stringify(schema))?.[1]
        return outside === undefined ? passed : failed(`refers to ${outside}`)
      }),
  },
  {
    id: 'bazaar-method',
    level: 'must',
    claim: 'The declared method is the one that the resource is asked for by',
    paragraph: `${document}, Input Types`,
    run: (subject) =>
      declared(subject, ({ info }) => {
        const parsed = infoSchema.safeParse(info)
        if (!parsed.success || parsed.data.input.type !== 'http') return skipped('no HTTP method is declared')
        const { method } = parsed.data.input
        return method === subject.method ? passed : failed(`declares ${method}, asked for by ${subject.method}`)
      }),
  },
]

type Declaration = { info: Record<string, unknown>; schema: Record<string, unknown> }

function declared({ terms }: Subject, look: (declaration: Declaration) => CheckVerdict): CheckVerdict {
  const value = terms?.extensions?.bazaar
  return value ? look(value) : skipped('no bazaar declaration is made')
}
