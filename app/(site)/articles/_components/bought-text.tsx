import { useTranslations } from 'next-intl'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { withSectionIds } from '@/lib/base/markdown/text-facts'
import { buttonClass } from '@/lib/site/ui/button-class'
import { FormattedText } from '@/lib/site/ui/formatted-text'
import { OwnedLine } from '../../library/_components/owned-line'

/** The paid text, for a reader whose session may open it; it is sold at `path`, and saved as `fileName`. */
export function BoughtText({ text, path, fileName }: { text: string; path: string; fileName: string }) {
  const t = useTranslations('site')
  const tTerms = useTranslations('terms')
  const tree = withSectionIds(parseMarkdown(text))
  return (
    <section aria-label={tTerms('article.rest')} className="grid min-w-0 gap-8 lg:col-start-1">
      <OwnedLine path={path} />
      <FormattedText tree={tree} />
      <p>
        <a href={path} download={fileName} className={buttonClass('plain')}>
          {t('bought.save')}
        </a>
      </p>
    </section>
  )
}
