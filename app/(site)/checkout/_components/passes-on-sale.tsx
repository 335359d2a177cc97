import { useTranslations } from 'next-intl'
import { parseDollars } from '@/lib/base/x402/money'
import type { GoodsView } from '@/lib/shop/sellers/routes/find-goods'
import { durationInWords } from '@/lib/site/ui/access'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

/** Beyond that, nobody compares. */
const MOST_COMPARED = 50n

/** Passes that open the goods too, beside their own price. */
export function PassesOnSale({ goods }: { goods: GoodsView }) {
  const [t, tPrice] = [useTranslations('terms.pass'), useTranslations('price')]
  const inDigits = useLocalDigits()
  if (goods.passes.length === 0) return null
  return (
    <section aria-label={t('label')} className="grid gap-3">
      {goods.passes.slice(0, 3).map((pass) => {
        const { path, title, dollars, days, scope } = pass
        const from = paysFrom(pass, goods)
        return (
          <a
            key={path}
            href={path}
            className="group grid gap-1 border border-rule bg-sheet p-4 text-ink hover:border-ink"
          >
            <span className="flex flex-wrap justify-between gap-x-4 font-strong">
              <span className="wrap-anywhere group-hover:underline" dir="auto">
                {title}
              </span>
              <span className="figures">{inDigits(dollars)}</span>
            </span>
            <span className="text-small text-quiet">
              {t(scope.kind === 'shop' ? 'shop' : 'part', { duration: durationInWords(tPrice, days * 86_400) })}
              {from !== null && ` ${t('pays', { count: from })}`}
            </span>
          </a>
        )
      })}
    </section>
  )
}

/** The number of the first purchase that makes the pass the cheaper way; null where the two cannot be compared. */
function paysFrom({ dollars }: { dollars: string }, goods: GoodsView): number | null {
  if (goods.dollars === null || goods.isMetered) return null
  const each = parseDollars(goods.dollars, 18)
  const from = parseDollars(dollars, 18) / each + 1n
  return from > 1n && from <= MOST_COMPARED ? Number(from) : null
}
