import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_components/titled'
import type { Manual } from '@/lib/site/manual/build-manual'
import { readManual } from '@/lib/site/manual/read-manual'
import { Link } from '@/lib/site/ui/link'
import { InEnglish, ManualFrame, release } from './_components/manual-frame'

export const generateMetadata = titled('docs.title', {}, 'docs.description')

export default async function DocsPage() {
  const [manual, t] = await Promise.all([readManual(), getTranslations('docs')])
  return (
    <ManualFrame manual={manual}>
      <header className="grid max-w-measure gap-4">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="font-serif text-reading text-quiet">{t('intro', { release })}</p>
        <InEnglish />
      </header>
      <Contents manual={manual} />
    </ManualFrame>
  )
}

function Contents({ manual }: { manual: Manual }) {
  const t = useTranslations('docs')
  return manual.parts.map(({ title, pages }) => (
    <section
      key={title}
      id={title}
      aria-label={t(`parts.${title}`)}
      className="grid min-w-0 max-w-measure grid-cols-1 gap-2"
    >
      <h2 className="border-b border-rule pb-2 font-serif text-title font-strong">{t(`parts.${title}`)}</h2>
      <ul lang="en">
        {pages.map((page) => (
          <li key={page.slug} className="py-2">
            <Link href={`/docs/${page.slug}`}>{page.title}</Link>
            <p className="text-quiet wrap-anywhere">{page.summary}</p>
          </li>
        ))}
      </ul>
    </section>
  ))
}
