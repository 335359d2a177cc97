import { type Supported, X402_VERSION } from '@/lib/base/x402/wire'
import type { FacilitatorRoom } from './settlement'

/** Stable for a configuration: it always names a network's first wallet. */
export function supported({ deps }: FacilitatorRoom): Supported {
  const kinds = deps.chains.flatMap((chain) =>
    chain.kinds.map((kind) => ({ x402Version: X402_VERSION, network: chain.network, ...kind })),
  )
  const families = new Map<string, Set<string>>()
  for (const { network, wallets } of deps.chains) {
    const pattern = `${network.slice(0, network.indexOf(':'))}:*`
    const addresses = families.get(pattern) ?? new Set()
    for (const wallet of wallets) addresses.add(wallet)
    families.set(pattern, addresses)
  }
  const signers = Object.fromEntries([...families].map(([pattern, addresses]) => [pattern, [...addresses]]))
  const hasEvm = deps.chains.some(({ network }) => network.startsWith('eip155:'))
  const sponsoring = hasEvm ? ['eip2612GasSponsoring'] : []
  return { kinds, extensions: [...(deps.catalog?.extensions ?? []), ...sponsoring], signers }
}
