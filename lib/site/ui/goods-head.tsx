import { Link } from './link'

type GoodsHeadProps = {
  title: string
  description?: string | undefined
  /** Whose goods they are, and where the rest of that shop is; null for the site's own. */
  shop: { name: string; href: string } | null
}

/** What goods are called and whose they are: the same before they are bought and afterwards. */
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
