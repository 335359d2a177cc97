import type { GatewayView } from '@/lib/shop/sellers/gateways/get-gateway'

/**
 * Reads the service's own fields for the verb. An empty box keeps the stored secret headers, and settings that only the
 * API has stay as in `gateway`.
 */
export function readServiceForm(form: FormData, gateway: GatewayView | null) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const lines = text('upstream.headers')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim()]
  })
  return {
    title: text('title'),
    prefix: text('prefix'),
    upstream: {
      url: text('upstream.url'),
      ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
      ...(gateway && { timeoutMs: gateway.upstream.timeoutMs, maxBytes: gateway.upstream.maxBytes }),
    },
    networks: form.getAll('networks').map(String),
  }
}
