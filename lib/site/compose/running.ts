import { oncePerProcess } from '@/lib/base/infra/process'
import type { Application } from './application'

/** Running parts of this process: each product for its endpoints, and the whole site for pages. */
type Running = Omit<Application['products'], 'base'> &
  Pick<Application, 'mcp' | 'operations'> & {
    site: Application
  }

const kept = oncePerProcess<{ opened: Partial<Running> }>('running', () => ({ opened: {} }))

/** Sets what this process runs; the server's start calls it, before any request comes. */
export function setRunning(opened: Partial<Running>): void {
  kept.opened = opened
}

/**
 * Gets a product of this process. Pages and endpoints use it instead of importing its opener: Next.js bundles a file's
 * imports again for each group of them, and the whole application was in fourteen bundles.
 */
export function running<Name extends keyof Running>(name: Name): Running[Name] {
  const opened = kept.opened[name]
  if (opened === undefined) throw new Error(`Expected the server to have opened its ${name} when it started.`)
  return opened
}
