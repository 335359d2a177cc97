import type { Metadata } from 'next'
import Form from 'next/form'
import { Badge } from '@/lib/ui/badge'
import { Button } from '@/lib/ui/button'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { TextField } from '@/lib/ui/text-field'
import { networkName } from '@/lib/x402/networks'
import { PayeeFirst } from '../_components/payee-first'
import { badgeOf, kindTitle, newRouteChoices } from '../_components/route-kinds'
import { openDashboard } from '../_server/dashboard'
import { type RouteSummary, readRoutes } from '../_server/seller-reads'

export const metadata: Metadata = { title: 'Routes' }

type Props = { searchParams: Promise<{ q?: string | string[]; after?: string | string[] }> }

export default async function RoutesPage({ searchParams }: Props) {
  const { q, after } = await searchParams
  const search = typeof q === 'string' ? q : ''
  const dashboard = await openDashboard()
  const { routes, nextCursor } = await readRoutes({ search, ...(typeof after === 'string' ? { cursor: after } : {}) })
  return (
    <div className="grid gap-8">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">Routes</h1>
        <p>A route is an address that sells something: a request gets its price, and a payment its content.</p>
      </header>
      {dashboard?.seller?.payees.length === 0 && <PayeeFirst />}
      {(search !== '' || nextCursor !== null || routes.length > 10) && <RouteSearch search={search} />}
      {routes.length > 0 ? (
        <DataTable
          caption="Your routes"
          isCaptionHidden
          columns={columns}
          rows={routes}
          rowKey={(row) => row.routeId}
        />
      ) : (
        <NoRoutes search={search} />
      )}
      {nextCursor && (
        <Link href={`/dashboard/routes?${new URLSearchParams({ q: search, after: nextCursor })}`}>More</Link>
      )}
      <section aria-labelledby="new-route" className="grid gap-4">
        <h2 id="new-route" className="text-title font-strong">
          Sell something new
        </h2>
        <ul className="grid gap-4 sm:grid-cols-2">
          {newRouteChoices.map(({ href, title, what }) => (
            <li key={href} className="grid gap-1 border border-rule p-4">
              <Link href={href} className="inline-flex min-h-11 items-center">
                {title}
              </Link>
              <span className="text-small text-quiet">{what}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function RouteSearch({ search }: { search: string }) {
  return (
    <Form action="/dashboard/routes" role="search" className="flex max-w-measure flex-wrap items-end gap-4">
      <div className="min-w-48 flex-1">
        <TextField id="q" name="q" label="Title or path" type="search" defaultValue={search} maxLength={100} />
      </div>
      <Button type="submit">Search</Button>
    </Form>
  )
}

function NoRoutes({ search }: { search: string }) {
  if (search !== '') {
    return (
      <EmptyState
        title="Nothing found"
        action={
          <Link href="/dashboard/routes" variant="plain">
            Show all routes
          </Link>
        }
      >
        <p>No route of yours has “{search}” in its title or its path.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nothing for sale yet">
      <p>Choose below what you want to sell. It answers with its price as soon as you save it.</p>
    </EmptyState>
  )
}

const columns: Column<RouteSummary>[] = [
  {
    title: 'Route',
    cell: ({ routeId, title }) => (
      <Link href={`/dashboard/routes/${routeId}`} className="-my-3 inline-flex py-3">
        {title}
      </Link>
    ),
  },
  { title: 'Kind', cell: ({ kind }) => kindTitle(kind) },
  {
    title: 'State',
    cell: ({ state, isSuspended }) => {
      const badge = badgeOf(state, isSuspended)
      return <Badge state={badge.state}>{badge.label}</Badge>
    },
  },
  {
    title: 'Address',
    cell: ({ method, url }) => (
      <span className="figures">
        {method} {new URL(url).pathname}
      </span>
    ),
  },
  {
    title: 'Price',
    cell: ({ kind, price, options, access }) => {
      if (access !== 'paid') return access === 'free' ? 'Free' : 'Refused'
      if (!price) return 'Sign-in'
      const scheme = kind === 'metered_api' ? 'upto' : 'exact'
      return (options.length > 0 ? options : [{ scheme, ...price }]).map(wayInWords).join('; ')
    },
  },
]

const wayInWords = ({ scheme, dollars, networks }: { scheme: string; dollars: string; networks: string[] }) =>
  `${scheme === 'upto' ? 'Up to ' : ''}${dollars} on ${networks.map(networkName).join(', ')}`
