import type { GatewayView } from '@/lib/shop/sellers/gateways/gateways'
import { readHeaders } from '../../routes/_components/read-route-form'

/**
 * Reads the service's own fields for the verb. An empty box keeps the stored secret headers, and settings that only the
 * API has stay as in `gateway`.
 */
export function readServiceForm(form: FormData, gateway: GatewayView | null) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const headers = readHeaders(text('upstream.headers'))
  return {
    title: text('title'),
    prefix: text('prefix'),
    upstream: {
      url: text('upstream.url'),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(gateway && { timeoutMs: gateway.upstream.timeoutMs, maxBytes: gateway.upstream.maxBytes }),
    },
    networks: form.getAll('networks').map(String),
  }
}
