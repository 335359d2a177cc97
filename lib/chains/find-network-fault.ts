import { familyOf } from '@/lib/x402/networks'
import { identifyNode } from './identify-node'

/** What is wrong with a network, in words without an address; null once one of its nodes answers as that network. */
export async function findNetworkFault(network: string, urls: string[], timeoutMs: number): Promise<string | null> {
  const family = familyOf(network)
  if (!family) return 'no network of a known family'
  const others = new Set<string>()
  const asked = urls.map(async (url) => {
    const found = await identifyNode(family, url, timeoutMs)
    if (found === network) return
    others.add(found)
    throw new Error(found)
  })
  return Promise.any(asked).then(
    () => null,
    () => (others.size > 0 ? `its node is of another network, ${[...others].join(', ')}` : 'no answer'),
  )
}
