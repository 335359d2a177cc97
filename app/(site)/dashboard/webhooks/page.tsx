import type { Metadata } from 'next'
import { EmptyState } from '@/lib/ui/empty-state'
import { EndpointForm } from '../_components/endpoint-form'
import { EndpointSection } from '../_components/endpoint-section'
import { readEndpoints } from '../_server/seller-reads'

export const metadata: Metadata = { title: 'Webhooks' }

export default async function WebhooksPage() {
  const endpoints = await readEndpoints()
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Webhooks</h1>
        <p>
          Your server is told when a payment ends. Where it does not answer with success, it is told again, eight times
          in three hours at most.
        </p>
        <details>
          <summary className="min-h-11 cursor-pointer py-2">How your server knows that it is us</summary>
          <p>
            The header <span className="figures">Turnpike-Signature</span> holds{' '}
            <span className="figures">t=…,v1=…</span>: a time, and the hexadecimal HMAC-SHA-256 of{' '}
            <span className="figures">{'<t>.<body>'}</span> under the webhook’s key.
          </p>
        </details>
        <p role="status" className="sr-only">
          {endpoints.length === 1 ? 'One webhook' : `${endpoints.length} webhooks`}
        </p>
      </header>
      {endpoints.length === 0 && (
        <EmptyState title="No webhooks yet">
          <p>Add the address of your server below.</p>
        </EmptyState>
      )}
      {endpoints.map((endpoint) => (
        <EndpointSection key={endpoint.endpointId} endpoint={endpoint} />
      ))}
      <EndpointForm />
    </div>
  )
}
