import { Link } from './link'

type GoodsHeadProps = {
  title: string
  description?: string | undefined
  /** The seller's name and shop; null for the site's own goods. */
  shop: { name: string; href: string } | null
}

/** Title, description and seller of goods: the same before and after they are bought. */
export function GoodsHead({ title, description, shop }: GoodsHeadProps) {
  return (
    <header className="grid gap-4">
      {shop && (
        <p>
          <Link href={shop.href} className="inline-flex min-h-11 items-center wrap-anywhere">
            {shop.name}
          </Link>
        </p>
      )}
      <h1 className="font-serif text-display font-strong wrap-anywhere">{title}</h1>
      {description && <p className="font-serif text-reading">{description}</p>}
    </header>
  )
}
