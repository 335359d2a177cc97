import { useTranslations } from 'next-intl'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { BoughtLine } from '@/lib/site/ui/bought-line'
import { buttonClass } from '@/lib/site/ui/button-class'
import { FormattedText } from '@/lib/site/ui/formatted-text'
import { Link } from '@/lib/site/ui/link'
import { ReceiptLink } from '../../library/_components/receipt-link'

/** The paid text, for a reader whose session may open it; it is sold at `path`, and saved as `fileName`. */
export function BoughtText({ text, path, fileName }: { text: string; path: string; fileName: string }) {
  const t = useTranslations('site')
  const tTerms = useTranslations('terms')
  const tree = parseMarkdown(text)
  return (
    <section aria-label={tTerms('article.rest')} className="grid gap-8">
      <BoughtLine state={t('bought.state')}>
        <ReceiptLink path={path} />
        <Link href="/library" className="inline-flex min-h-11 items-center">
          {t('library')}
        </Link>
      </BoughtLine>
      <FormattedText tree={tree} />
      <p>
        <a href={path} download={fileName} className={buttonClass('plain')}>
          {t('bought.save')}
        </a>
      </p>
    </section>
  )
}
