import { say } from '@/lib/base/sentences/say'
import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { type Losses, lose } from './parse-document'

/** Stands for the host of a server whose address is relative to a document without one. */
const NO_HOST = 'http://document.invalid'

export type Servers = {
  /** The service's URL; null where the document names no host. */
  url: string | null
  /** Path of the service by a document that names no host; null for none. */
  path: string | null
  /** The beginning of an operation's path, where operations live at several paths of the host. */
  prefixOf: (own: readonly unknown[]) => string
  /** Notes that an operation lives on another host. */
  checkHost: (own: readonly unknown[], losses: Losses) => void
}

/**
 * Reads where a service and its operations live. Paths on one host are joined below what they have in common.
 * @param lists lists of servers of each operation: its own, then that of its path
 */
export function readServers(
  root: Record<string, unknown>,
  documentUrl: string | null,
  lists: readonly (readonly unknown[])[],
): Servers {
  const resolve = (servers: unknown) => resolveServer(servers, documentUrl)
  const named = (own: readonly unknown[]) => own.map(resolve).find((url) => url !== null) ?? null
  const all = lists.map(named)
  // A document may name its server at each path only.
  const main = resolve(root.servers) ?? (all.includes(null) ? null : all[0]) ?? URL.parse('/', documentUrl ?? NO_HOST)
  const ownOf = (own: readonly unknown[]) => named(own) ?? main
  const isHere = (url: URL | null) => url?.origin === main?.origin
  const here = [main, ...all.map((url) => url ?? main).filter(isHere)].map((url) => pathOf(url))
  const base = here.reduce(common)
  const host = main && main.origin !== NO_HOST ? main.origin : null
  return {
    url: host && `${host}${base}`,
    path: host === null && base !== '' ? base : null,
    prefixOf: (own) => (isHere(ownOf(own)) ? pathOf(ownOf(own)).slice(base.length) : ''),
    checkHost: (own, losses) => {
      const url = ownOf(own)
      if (url && !isHere(url)) lose(losses, say('unread.elsewhere', { address: url.origin }), true)
    },
  }
}

const MAXIMUM_SERVERS = 50

/** The first server that is asked over HTTP, with its variables' usual values. */
function resolveServer(servers: unknown, documentUrl: string | null): URL | null {
  for (const server of Array.isArray(servers) ? servers.slice(0, MAXIMUM_SERVERS) : []) {
    if (!isRecord(server) || typeof server.url !== 'string') continue
    const variables = recordOf(server.variables)
    const named = server.url.replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => {
      const usual = Object.hasOwn(variables, name) ? recordOf(variables[name]).default : undefined
      return typeof usual === 'string' ? usual : whole
    })
    const url = URL.parse(named, documentUrl ?? NO_HOST)
    if (url && /^https?:$/.test(url.protocol) && !/[{}]|%7B|%7D/i.test(url.href)) return url
  }
  return null
}

const pathOf = (url: URL | null): string => (url?.pathname ?? '').replace(/\/+$/, '')

function common(one: string, other: string): string {
  const [left, right] = [one.split('/'), other.split('/')]
  const differs = left.findIndex((segment, at) => segment !== right[at])
  return (differs < 0 ? left : left.slice(0, differs)).join('/')
}
