import { assetOf } from '@/lib/base/chains/assets'
import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { caip2Network } from '@/lib/base/x402/v1/networks'
import type { Supported } from '@/lib/base/x402/wire'

/**
 * A server's terms with what a payer needs to know of this facilitator, such as its fee payer; what the server says
 * itself stays. Terms that this facilitator does not settle are left out. The protocol has no such request; some servers
 * make it before they offer terms.
 */
export const completeTerms = ({ kinds }: Pick<Supported, 'kinds'>, accepts: readonly unknown[]): object[] =>
  accepts.flatMap((terms) => {
    if (!isRecord(terms) || typeof terms.network !== 'string') return []
    const network = caip2Network(terms.network)
    const kind = kinds.find((one) => one.scheme === terms.scheme && one.network === network)
    if (network === null || kind === undefined) return []
    const known = assetOf(network)
    const asset = terms.asset ?? known?.address
    const isKnown = typeof asset === 'string' && asset.toLowerCase() === known?.address.toLowerCase()
    // What is told of an asset's name holds for the one that is known.
    const { name: _name, version: _version, decimals: _decimals, ...others } = kind.extra ?? {}
    const facts = isKnown ? kind.extra : others
    return [{ maxTimeoutSeconds: 60, ...terms, network, asset, extra: { ...facts, ...recordOf(terms.extra) } }]
  })
