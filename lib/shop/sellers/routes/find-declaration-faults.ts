import type { Sentence } from '@/lib/base/sentences/sentence'
import { BazaarDeclarationError, readInputSchema, readOutputSchema } from '@/lib/base/x402/bazaar-declaration'
import { findBazaarDeclarationProblem } from '@/lib/base/x402/find-bazaar-declaration-problem'
import { parseRouteKey } from '@/lib/base/x402/route-key'
import { describeTool } from './describe-tool'
import type { RouteSettings } from './route-input'

export type DeclaredRoute = {
  routeKey: string
  title: string
  settings: Pick<RouteSettings, 'discovery' | 'description' | 'query' | 'isTool'>
}

/**
 * Faults that would keep a declaration out of the documents that all sellers share, by field; usually none. A route
 * with faults is not saved; one that was saved before the rule is left out of the documents, and its seller is told.
 */
export function findDeclarationFaults(route: DeclaredRoute): Record<string, Sentence> {
  const { discovery, isTool } = route.settings
  const { isListed, input, inputSchema, outputSchema } = discovery
  const faults = {
    ...faultOf('inputSchema', () => readInputSchema(inputSchema)),
    ...faultOf('outputSchema', () => readOutputSchema(outputSchema)),
  }
  if (Object.keys(faults).length > 0) return faults
  const declared = { discoverable: true, input, inputSchema, outputSchema }
  const problem = isListed
    ? findBazaarDeclarationProblem(JSON.parse(JSON.stringify(declared)), parseRouteKey(route.routeKey))
    : null
  return { ...(problem === null ? {} : { discovery: problem }), ...(isTool ? findToolFault(route) : {}) }
}

function findToolFault({ settings, routeKey, title }: DeclaredRoute): Record<string, Sentence> {
  const [method = '', path = ''] = routeKey.split(' ')
  return faultOf('inputSchema', () => describeTool(settings, { title, method, path }))
}

function faultOf(field: string, read: () => unknown): Record<string, Sentence> {
  try {
    read()
    return {}
  } catch (error) {
    if (error instanceof BazaarDeclarationError) return { [`discovery.${field}`]: error.sentence }
    throw error
  }
}
