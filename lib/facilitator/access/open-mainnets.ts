import type { ServerEnv } from '@/lib/base/infra/env'
import type { Logger } from '@/lib/base/infra/logger'
import { isTestNetwork } from '@/lib/base/x402/networks'
import type { Supported } from '@/lib/base/x402/wire'

/** Networks of real money on which anyone may have a payment settled at our gas cost; none in the demo. */
export function listOpenMainnets(env: ServerEnv, supported: Pick<Supported, 'kinds'>): string[] {
  if (env.isDemo || !env.facilitatorAccess.isOpen) return []
  return [...new Set(supported.kinds.map(({ network }) => String(network)))].filter(
    (network) => !isTestNetwork(network),
  )
}

export function warnOfOpenMainnets(networks: string[], log: Pick<Logger, 'warn'>): void {
  if (networks.length === 0) return
  const advice =
    'Anybody may have payments settled at the cost of this site. Set FACILITATOR_ACCESS=keys unless you mean it.'
  log.warn({ networks }, `The facilitator is open on networks of real money. ${advice}`)
}
