import { validateDiscoveryExtensionSpec } from '@x402/extensions/bazaar'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { type BazaarExtension, type BazaarRoute, buildBazaarExtension } from './bazaar'
import { BazaarDeclarationError } from './bazaar-declaration'
import { findReferenceFault } from './declared-schema'
import { findJsonFault, isRecord } from './header-codec'
import { findSchemaViolation } from './json-schema'
import { findPattern, isQueryMethod, type RouteMethod, routeMethods, routeTemplate } from './route-pattern'

export const MAX_BAZAAR_CHARACTERS = 16 * 1024

export const TOOL_NAME = /^[\x21-\x7e]{1,128}$/

/** The offer of an untrusted extension; `input` and `output` are unchanged, with `tool` read as `toolName`. */
export type Discovery =
  | {
      type: 'http'
      /** Null when the extension names none; the catalog must then find it elsewhere. */
      method: RouteMethod | null
      routeTemplate: string | null
      input: Record<string, unknown>
      output: Record<string, unknown> | null
    }
  | { type: 'mcp'; toolName: string; input: Record<string, unknown>; output: Record<string, unknown> | null }

/** `reason` is a sentence for `bazaar.rejectedReason`. */
export type ParsedBazaar = { ok: true; discovery: Discovery } | { ok: false; reason: string }

/**
 * Parses a `bazaar` extension of an untrusted challenge or payment; never throws.
 * Checks its info by our own rules and by its own schema, as far as that takes bounded work.
 */
export function parseBazaarExtension(value: unknown): ParsedBazaar {
  const sizeFault = findSizeFault(value)
  if (sizeFault) return rejected(sizeFault)
  if (!isRecord(value)) return rejected('The extension must be an object with info and schema.')
  const { info, schema } = value
  if (!isRecord(info) || !isRecord(info.input)) return rejected('The extension must have info.input.')
  if (!isRecord(schema)) return rejected('The extension must have a schema.')
  const referenceFault = findReferenceFault(schema)
  if (referenceFault === 'elsewhere') return rejected('The schema must not refer to other documents.')
  if (referenceFault === 'nowhere') return rejected('The schema refers to a part that is not in it.')
  const input = nameTool(info.input)
  const specification = validateDiscoveryExtensionSpec({ info: { ...info, input } as BazaarExtension['info'], schema })
  if (!specification.valid) return rejected(`${specification.errors?.join('; ') ?? 'info is not valid'}.`)
  const violation = findSchemaViolation(schema, info)
  if (violation) return rejected(`The info does not fit its own schema: ${violation}.`)
  const output = isRecord(info.output) ? info.output : null
  return input.type === 'mcp' ? parseTool(input, output) : parseHttp(input, output, value.routeTemplate)
}

/**
 * Tells the seller, before the route is saved, why a catalog would reject its declaration; null when it would not.
 * The extension is built and then read as an untrusted one.
 */
export function findBazaarDeclarationProblem(declaration: unknown, route?: BazaarRoute): Sentence | null {
  try {
    const extension = buildBazaarExtension(declaration, route)
    const parsed = extension ? parseBazaarExtension(extension) : null
    return parsed && !parsed.ok ? say('plain', { text: parsed.reason }) : null
  } catch (error) {
    if (error instanceof BazaarDeclarationError) return error.sentence
    throw error
  }
}

function parseTool(input: Record<string, unknown>, output: Record<string, unknown> | null): ParsedBazaar {
  const { toolName } = input
  if (typeof toolName !== 'string' || !TOOL_NAME.test(toolName)) {
    return rejected('The tool name must have between 1 and 128 printable ASCII characters without spaces.')
  }
  if (input.example !== undefined && !isRecord(input.example)) return rejected('The example must be an object.')
  return { ok: true, discovery: { type: 'mcp', toolName, input, output } }
}

function parseHttp(
  input: Record<string, unknown>,
  output: Record<string, unknown> | null,
  template: unknown,
): ParsedBazaar {
  const method = routeMethods.find((candidate) => candidate === input.method) ?? null
  if (method && !isQueryMethod(method) && input.bodyType === undefined) {
    return rejected(`info.input.bodyType is needed with ${method}.`)
  }
  for (const field of ['queryParams', 'pathParams', 'headers'] as const) {
    if (input[field] !== undefined && !isRecord(input[field])) return rejected(`info.input.${field} must be an object.`)
  }
  const isNamed = template !== undefined && template !== null
  if (isNamed && !isCanonicalTemplate(template))
    return rejected('The routeTemplate must be a plain path with :param segments.')
  return { ok: true, discovery: { type: 'http', method, routeTemplate: isNamed ? template : null, input, output } }
}

/** Some servers call the tool's name `tool`, as does their schema. */
function nameTool(input: Record<string, unknown>): Record<string, unknown> {
  const { tool, ...others } = input
  return tool === undefined || input.toolName !== undefined ? input : { ...others, toolName: tool }
}

function isCanonicalTemplate(template: unknown): template is string {
  const pattern = typeof template === 'string' ? findPattern(template) : null
  return pattern !== null && routeTemplate(pattern) === template
}

function findSizeFault(value: unknown): string | null {
  const fault = findJsonFault(value)
  if (fault === 'too_deep') return 'The extension is nested too deeply.'
  if (fault) return 'The extension contains text or numbers that cannot be stored.'
  const characters = JSON.stringify(value)?.length ?? 0
  return characters > MAX_BAZAAR_CHARACTERS
    ? `The extension has ${characters} characters; at most ${MAX_BAZAAR_CHARACTERS} are read.`
    : null
}

const rejected = (reason: string): ParsedBazaar => ({ ok: false, reason })
