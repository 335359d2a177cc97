import type { NamedRoute } from '@/lib/shop/sellers/routes/routes'
import { Link } from '@/lib/site/ui/link'

type SoldTitleProps = {
  /** Undefined for a route that is no longer known. */
  route: NamedRoute | undefined
  path: string
  href?: string
}

export function SoldTitle({ route, path, href }: SoldTitleProps) {
  const title = route?.title ?? path
  return (
    <span className="grid">
      {href ? (
        <Link href={href} className="-my-3 py-3">
          {title}
        </Link>
      ) : (
        <span>{title}</span>
      )}
      {route && <span className="figures text-small text-quiet">{path}</span>}
    </span>
  )
}

export function pathOf(resourceUri: string): string {
  const url = new URL(resourceUri)
  return `${url.pathname}${url.search}`
}
