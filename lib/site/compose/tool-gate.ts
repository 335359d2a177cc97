import { parseRouteKey } from '@/lib/base/x402/route-key'
import { buildTerms, samplePath } from '@/lib/gate/resource-server/build-terms'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { protect } from '@/lib/gate/resource-server/protect'
import type { ToolGatePort } from '@/lib/mcp/ports'

/** The gate for paid tools: each has a route that no HTTP request reaches. */
export function toToolGate(gate: Gate): ToolGatePort {
  return {
    protect({ handler, routeKey, ...route }) {
      const key = routeKey ?? `POST /mcp/tools/${encodeURIComponent(route.toolName)}`
      const url = gate.publicOrigin + samplePath(key)
      const config = { ...route, mimeType: 'application/json' }
      const configure = () => config
      const gated = protect(async () => gate, key, configure, handler)
      return { url, answer: gated[parseRouteKey(key).method], terms: () => buildTerms(gate, key, config) }
    },
  }
}
