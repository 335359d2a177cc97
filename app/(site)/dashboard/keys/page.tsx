import type { Metadata } from 'next'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Timestamp } from '@/lib/ui/timestamp'
import { isOperator } from '../../(operator)/dashboard/operator/_server/operator'
import { KeyForm } from '../_components/key-form'
import { RevokeKeyForm } from '../_components/revoke-key-form'
import { type KeyView, readKeys } from '../_server/seller-reads'

export const metadata: Metadata = { title: 'API keys' }

export default async function KeysPage() {
  const keys = await readKeys()
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">API keys</h1>
        <p>
          Programs do with a key what you do on these pages, at <span className="figures">/api/v1</span>.
        </p>
        <p>
          <a
            href="/api/v1/openapi.json"
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            OpenAPI document
          </a>
        </p>
        <p role="status" className="sr-only">
          {keys.length === 1 ? 'One key is' : `${keys.length} keys are`} in force
        </p>
      </header>
      {keys.length > 0 ? (
        <DataTable caption="Keys in force" columns={columns} rows={keys} rowKey={({ keyId }) => keyId} />
      ) : (
        <EmptyState title="No keys yet">
          <p>Make one below. Give it no more than its program needs.</p>
        </EmptyState>
      )}
      <KeyForm isOperator={await isOperator()} />
    </div>
  )
}

const columns: Column<KeyView>[] = [
  { title: 'Name', cell: ({ name }) => <span className="block wrap-break-word sm:min-w-24">{name}</span> },
  { title: 'Ends in', cell: ({ ending }) => <span className="figures whitespace-nowrap">…{ending}</span> },
  { title: 'Allows', cell: ({ scopes }) => scopes.join(', ') },
  { title: 'Made', cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  { title: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? <Timestamp at={lastUsedAt} /> : 'Never') },
  { title: 'End it', cell: ({ keyId, name }) => <RevokeKeyForm keyId={keyId} name={name} /> },
]
