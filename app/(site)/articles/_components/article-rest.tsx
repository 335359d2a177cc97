import clsx from 'clsx'
import { useTranslations } from 'next-intl'
import type { OutlinedSection } from '@/lib/site/demo/articles/outline-of-article'
import { TollBar } from '@/lib/site/ui/toll-bar'

/** The bar across the text, and behind it the headings of what one would buy. It goes once that is bought. */
export function ArticleRest({ outline }: { outline: OutlinedSection[] }) {
  const t = useTranslations('terms.article')
  return (
    <section aria-labelledby="rest" className="article-rest grid gap-6 border-t-2 border-ink pt-6">
      <h2 id="rest" className="flex items-center gap-3 text-title font-strong">
        <TollBar isLifted={false} />
        {t('rest')}
      </h2>
      <ol className="grid gap-4">
        {outline.map(({ heading, paragraphs }, index) => (
          <li key={heading}>
            <p className={clsx('font-serif text-reading font-strong', index > 0 && 'text-quiet')}>{heading}</p>
            <p className="text-small text-quiet">{t('paragraphs', { count: paragraphs })}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
