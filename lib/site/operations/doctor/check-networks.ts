import { findNetworkFault, identifyNode } from '@/lib/base/chains/find-network-fault'
import { within } from '@/lib/base/infra/concurrency'
import type { ServerEnv } from '@/lib/base/infra/env'
import { familyOf, networkName } from '@/lib/base/x402/networks'
import { createHttpFacilitator } from '@/lib/gate/resource-server/facilitators/http-facilitator'
import { settlesElsewhere } from './check-gas'
import { type Finding, fail, warn, well } from './finding'

/** A payment asks its node some five times, one after the other. */
const SLOW_SECONDS = 1
const SLOW = 'A payment waits for several answers of its node: take one that is nearer, or less busy.'

/** Whether as many nodes of each network answer as payments need. */
export async function checkNetworks(
  { env }: { env: Pick<ServerEnv, 'rpcUrls' | 'facilitators'> },
  timeoutMs: number,
): Promise<Finding[]> {
  const networks = Object.entries(env.rpcUrls)
  if (networks.length === 0) {
    if (settlesElsewhere(env)) return []
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
export const checkNodes = ({ env }: { env: Pick<ServerEnv, 'rpcUrls'> }, timeoutMs: number): Promise<Finding[]> =>
  Promise.all(
    Object.entries(env.rpcUrls).flatMap(([network, urls]) => urls.map((url) => checkNode(network, url, timeoutMs))),
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

/** How long another operator's facilitator may take to say what it supports, for a balancer that asks. */
const VERIFY_TIMEOUT_MS = 2_500

/** Whether each facilitator of others can be used. They are named by their place: `/readyz` tells no address. */
export const checkFacilitators = (
  { env }: { env: Pick<ServerEnv, 'facilitators'> },
  patienceMs: number,
): Promise<Finding[]> =>
  Promise.all(
    env.facilitators.map(async ({ place, credential }, index) => {
      if (place === 'own') return []
      const name = `Facilitator ${index + 1} of FACILITATOR_URLS`
      const { findFault } = createHttpFacilitator({ url: place, credential, verifyTimeoutMs: VERIFY_TIMEOUT_MS })
      const asked = await within(
        patienceMs,
        findFault().then((fault) => ({ fault })),
      )
      if (asked?.fault === null) return well(name, 'says what it settles')
      const fix =
        'What settles only through it is not sold until then: see "Facilitators of others" in docs/operating.md.'
      return fail(name, asked?.fault ?? 'no answer in time', fix)
    }),
  ).then((found) => found.flat())
