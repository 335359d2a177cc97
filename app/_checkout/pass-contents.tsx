import { useFormatter, useTranslations } from 'next-intl'

type PassContentsProps = {
  /** The end of its holder's time; null for others. */
  until: Date | null
  count: number
  goods: { title: string; method: string; path: string }[]
  shop: string
}

const MAX_NAMED = 20

/** The goods that a pass opens, and until when in its holder's hands. */
export function PassContents({ until, count, goods, shop }: PassContentsProps) {
  const t = useTranslations('checkout.pass')
  const format = useFormatter()
  const named = goods.slice(0, MAX_NAMED)
  const more = count - named.length
  return (
    <section className="grid gap-4">
      {until && (
        <p className="font-serif text-reading">
          {t('until', { date: format.dateTime(until, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }) })}
        </p>
      )}
      <h2 className="font-strong">{t('opens', { count })}</h2>
      <ul className="border-t border-rule">
        {named.map(({ title, method, path }) => (
          <li key={`${method} ${path}`} className="border-b border-rule wrap-anywhere" dir="auto">
            {method === 'GET' && !/[[*]/.test(path) ? (
              <a href={path} className="block py-3 text-ink underline decoration-edge underline-offset-4">
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
