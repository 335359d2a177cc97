import type { Gateway, StoredRoute } from '@/lib/base/infra/generated/prisma/client'
import { contentVersion } from '../content-version'

type Operation = Pick<StoredRoute, 'id' | 'title' | 'method' | 'path' | 'settings'>

/** The version of what a save of a gateway replaces: the service, and its operations. */
export function gatewayVersion(row: Gateway, operations: Iterable<Operation>): string {
  const { title, prefix, upstreamUrl, headerNames, sealedHeaders, timeoutMs, maxBytes, networks } = row
  const said = [...operations].map(({ id, title, method, path, settings }) => [id, title, method, path, settings])
  said.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1))
  const seal = sealedHeaders && Buffer.from(sealedHeaders).toString('base64url')
  return contentVersion([title, prefix, upstreamUrl, headerNames, seal, timeoutMs, maxBytes, networks, said])
}
