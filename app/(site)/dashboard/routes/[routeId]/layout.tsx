import type { ReactNode } from 'react'
import { Badge } from '@/lib/ui/badge'
import { CodeBlock } from '@/lib/ui/code-block'
import { badgeOf, kindTitle } from '../../_components/route-kinds'
import { RouteNav } from '../../_components/route-nav'
import { readRoute } from '../../_server/seller-reads'

type Props = { params: Promise<{ routeId: string }>; children: ReactNode }

/** What a route is and where it answers, above each of its pages. */
export default async function RouteLayout({ params, children }: Props) {
  const route = await readRoute((await params).routeId)
  const badge = badgeOf(route.state, route.suspension !== null)
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3 text-quiet">
          {kindTitle(route.kind)}, {route.method} <Badge state={badge.state}>{badge.label}</Badge>
        </p>
        <h1 className="font-serif text-display font-strong wrap-anywhere" dir="auto">
          {route.title}
        </h1>
        <CodeBlock code={route.url} name="address of the route" />
      </header>
      <RouteNav routeId={route.routeId} />
      {children}
    </div>
  )
}
