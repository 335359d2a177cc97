import { useFormatter, useTranslations } from 'next-intl'

type PassContentsProps = {
  until: Date | null
  /** All that it opens, of which some are named. */
  count: number
  goods: { title: string; href: string | null }[]
  shop: string
}

/** A pass in its holder's hands: until when, and what it opens. */
export function PassContents({ until, count, goods, shop }: PassContentsProps) {
  const t = useTranslations('checkout.pass')
  const format = useFormatter()
  const more = count - goods.length
  return (
    <section className="grid gap-4">
      {until && (
        <p className="font-serif text-reading">
          {t('until', { date: format.dateTime(until, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }) })}
        </p>
      )}
      <h2 className="font-strong">{t('opens', { count })}</h2>
      <ul className="border-t border-rule">
        {goods.map(({ title, href }) => (
          <li key={href ?? title} className="border-b border-rule wrap-anywhere" dir="auto">
            {href ? (
              <a href={href} className="block py-3 text-ink underline decoration-edge underline-offset-4">
                {title}
              </a>
            ) : (
              <span className="block py-3">{title}</span>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          <a href={shop} className="text-accent underline underline-offset-4">
            {t('more', { count: more })}
          </a>
        </p>
      )}
    </section>
  )
}
