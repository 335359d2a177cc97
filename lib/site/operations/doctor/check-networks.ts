import { findNetworkFault, identifyNode } from '@/lib/base/chains/find-network-fault'
import { within } from '@/lib/base/infra/concurrency'
import { familyOf, networkName } from '@/lib/base/x402/networks'
import { type Finding, fail, warn, well } from './finding'

type NetworkRpcUrls = Record<string, string[]>

/** A payment asks its node some five times, one after the other. */
const SLOW_SECONDS = 1
const SLOW = 'A payment waits for several answers of its node: take one that is nearer, or less busy.'

/** Whether as many nodes of each network answer as payments need. */
export async function checkNetworks(rpcUrls: NetworkRpcUrls, timeoutMs: number): Promise<Finding[]> {
  const networks = Object.entries(rpcUrls)
  if (networks.length === 0) {
    const fix = 'Set an RPC address, such as EVM_RPC_URLS_8453 for Base.'
    return [fail('networks', 'none is configured', fix)]
  }
  return Promise.all(
    networks.map(async ([network, urls]) => {
      const askedAt = performance.now()
      const fault = await findNetworkFault(network, urls, timeoutMs)
      const seconds = (performance.now() - askedAt) / 1_000
      if (fault === null && seconds > SLOW_SECONDS)
        return warn(networkName(network), `answers slowly: in ${seconds.toFixed(1)} s`, SLOW)
      if (fault === null) return well(networkName(network), `is ${network}`)
      return fail(networkName(network), fault, 'The doctor says which of its nodes is at fault: correct or replace it.')
    }),
  )
}

/** Which chain is behind each RPC URL. URLs may hold keys: only their hosts are named. */
export const checkNodes = (rpcUrls: NetworkRpcUrls, timeoutMs: number): Promise<Finding[]> =>
  Promise.all(
    Object.entries(rpcUrls).flatMap(([network, urls]) => urls.map((url) => checkNode(network, url, timeoutMs))),
  )

async function checkNode(network: string, url: string, timeoutMs: number): Promise<Finding> {
  const subject = `${networkName(network)} at ${new URL(url).host}`
  const family = familyOf(network)
  if (!family) return fail(subject, 'of no known family', 'Remove it.')
  const found = await identifyNode(family, url, timeoutMs).catch(() => null)
  if (found === null)
    return warn(subject, 'no answer', 'Check the address, its key, and that this machine may reach it.')
  if (found === network) return well(subject, `is ${network}`)
  return fail(subject, `is ${found}, not ${network}`, 'Give the address of a node of the right network.')
}

/** Another operator's facilitator that this site settles through. */
export type FacilitatorProbe = {
  name: string
  /** The fault in words, without an address; null when it answers. */
  findFault: () => Promise<string | null>
}

/** Whether each facilitator of others that is configured can be used. */
export const checkFacilitators = (facilitators: readonly FacilitatorProbe[], patienceMs: number): Promise<Finding[]> =>
  Promise.all(
    facilitators.map(async ({ name, findFault }) => {
      const asked = await within(
        patienceMs,
        findFault().then((fault) => ({ fault })),
      )
      if (asked?.fault === null) return well(name, 'says what it settles')
      return fail(
        name,
        asked?.fault ?? 'no answer in time',
        'What settles only through it is not sold until then: see "Facilitators of others" in docs/operating.md.',
      )
    }),
  )
