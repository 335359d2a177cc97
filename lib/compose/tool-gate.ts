import type { ToolGatePort } from '@/lib/mcp/ports'
import type { Gate } from '@/lib/resource-server/gate'
import { protect } from '@/lib/resource-server/protect'
import { parseRouteKey } from '@/lib/x402/route-key'
import { sampleRequest } from './sample-request'

/** What paid tools need of the gate: a route each, which no HTTP request reaches. */
export function toToolGate(gate: Gate): ToolGatePort {
  return {
    protect({ handler, extensions, routeKey, ...config }) {
      const key = routeKey ?? `POST /mcp/tools/${encodeURIComponent(config.toolName)}`
      const { url } = sampleRequest(gate.publicOrigin, key)
      const signIn = extensions['sign-in-with-x']
      // Wallets sign in to addresses of the origin that asks them; an mcp identifier has none.
      const declared = signIn ? { ...extensions, 'sign-in-with-x': { ...signIn, resourceUri: url } } : extensions
      const route = protect(
        async () => gate,
        key,
        () => ({ ...config, extensions: declared, mimeType: 'application/json' }),
        handler,
      )
      return { url, answer: route[parseRouteKey(key).method] }
    },
  }
}
