import type { OperationsHttp } from '@/lib/site/operations/create-operations-http'
import type { Application } from './application'
import type { OpenBazaar } from './open-bazaar'
import type { OpenFacilitator } from './open-facilitator'
import type { OpenGate } from './open-gate'
import type { McpServers } from './open-mcp'
import type { OpenShop } from './open-shop'

/** What answers in this process: each product for its endpoints, and all of them together for pages. */
type Running = {
  facilitator: OpenFacilitator
  bazaar: OpenBazaar
  gate: OpenGate
  shop: OpenShop
  mcp: McpServers
  operations: OperationsHttp
  site: Application
}

const shared = globalThis as typeof globalThis & { turnpikeRunning?: Partial<Running> }

/** Says what answers this process's requests; the server's start does it, before any request comes. */
export function setRunning(opened: Partial<Running>): void {
  shared.turnpikeRunning = opened
}

/**
 * What runs in this process. Pages and endpoints find it here instead of importing what opens it: Next.js bundles what a
 * file imports once more for each group of them, and the whole application was in fourteen bundles.
 */
export function running<Name extends keyof Running>(name: Name): Running[Name] {
  const opened = shared.turnpikeRunning?.[name]
  if (opened === undefined) throw new Error(`Expected the server to have opened its ${name} when it started.`)
  return opened
}

/** All of the site, for its pages. */
export const application = async (): Promise<Application> => running('site')
