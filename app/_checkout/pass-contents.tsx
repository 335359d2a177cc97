import { useFormatter, useTranslations } from 'next-intl'
import type { PassOffer } from '@/lib/base/x402/passes'
import { durationInWords } from '@/lib/site/ui/access'
import { useLocalDigits } from '@/lib/site/ui/amount'

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

/** Passes that open a resource too, and what they cost beside its own price. */
export function PassesOnSale({ passes }: { passes: readonly PassOffer[] }) {
  const t = useTranslations('price')
  const inDigits = useLocalDigits()
  if (passes.length === 0) return null
  return (
    <section aria-label={t('pass.label')} className="grid gap-3">
      {passes.map(({ url, title, price, days, scope }) => (
        <a key={url} href={url} className="group grid gap-1 border border-rule bg-sheet p-4 text-ink hover:border-ink">
          <span className="flex flex-wrap justify-between gap-x-4 font-strong">
            <span className="wrap-anywhere group-hover:underline" dir="auto">
              {title}
            </span>
            <span className="figures">{inDigits(price)}</span>
          </span>
          <span className="text-small text-quiet">
            {t(`pass.${scope}`, { duration: durationInWords(t, days * 86_400) })}
          </span>
        </a>
      ))}
    </section>
  )
}
