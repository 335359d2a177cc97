import { identifyNode } from '@/lib/base/chains/identify-node'
import { familyOf, networkName } from '@/lib/base/x402/networks'
import { type Finding, fail, well } from './finding'

const TIMEOUT_MS = 5_000

/** Which chain is behind each RPC URL. URLs may hold keys: only their hosts are named. */
export async function checkNetworks(rpcUrls: Record<string, string[]>): Promise<Finding[]> {
  const nodes = Object.entries(rpcUrls).flatMap(([network, urls]) => urls.map((url) => ({ network, url })))
  if (nodes.length === 0) {
    return [fail('networks', 'none is configured', 'Set an RPC address, such as EVM_RPC_URLS_8453 for Base.')]
  }
  return Promise.all(nodes.map(checkNode))
}

async function checkNode({ network, url }: { network: string; url: string }): Promise<Finding> {
  const subject = `${networkName(network)} at ${new URL(url).host}`
  const family = familyOf(network)
  if (!family) return fail(subject, 'of no known family', 'Remove it.')
  const found = await identifyNode(family, url, TIMEOUT_MS).catch(() => null)
  if (found === null)
    return fail(subject, 'no answer', 'Check the address, its key, and that this machine may reach it.')
  if (found === network) return well(subject, `is ${network}`)
  return fail(subject, `is ${found}, not ${network}`, 'Give the address of a node of the right network.')
}
