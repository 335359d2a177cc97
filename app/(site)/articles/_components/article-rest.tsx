import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import type { TextFacts } from '@/lib/base/markdown/text-facts'
import { TollBar } from '@/lib/site/ui/toll-bar'

/** The bar across the text, and behind it the headings of what one would buy. It goes once that is bought. */
export function ArticleRest({ facts: { outline, ...all } }: { facts: TextFacts }) {
  const t = useTranslations('terms.article')
  return (
    <section aria-labelledby="rest" className="unpaid grid gap-6 border-t-2 border-ink pt-6">
      <h2 id="rest" className="flex items-center gap-3 text-title font-strong">
        <TollBar isLifted={false} />
        {t('rest')}
      </h2>
      {outline.length === 0 ? (
        <p className="text-quiet">{t('length', all)}</p>
      ) : (
        <ol className="grid gap-4">
          {outline.map(({ heading }, index) => (
            <li
              key={`${index} ${heading}`}
              className={clsx('font-serif text-reading font-strong wrap-anywhere', index > 0 && 'text-quiet')}
              dir="auto"
            >
              {heading}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
