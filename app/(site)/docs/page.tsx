import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import type { Manual } from '@/lib/site/manual/build-manual'
import { readManual } from '@/lib/site/manual/read-manual'
import { searchManual } from '@/lib/site/manual/search-manual'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { InEnglish } from './_components/in-english'
import { ManualFrame } from './_components/manual-frame'
import { partInWords } from './_components/part-in-words'
import { release } from './_components/release'

export const generateMetadata = titled('docs.title', {}, 'docs.description')

export default async function DocsPage({ searchParams }: PageProps<'/docs'>) {
  const { query: asked } = await searchParams
  const query = (Array.isArray(asked) ? asked[0] : asked)?.trim().slice(0, 200) ?? ''
  const [manual, t] = await Promise.all([readManual(), getTranslations('docs')])
  return (
    <ManualFrame manual={manual} query={query}>
      <header className="grid max-w-measure gap-4">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="font-serif text-reading text-quiet">{t('intro', { release })}</p>
        <InEnglish />
      </header>
      {query === '' ? <Contents manual={manual} /> : <Found manual={manual} query={query} />}
    </ManualFrame>
  )
}

function Contents({ manual }: { manual: Manual }) {
  const t = useTranslations('docs')
  return manual.parts.map(({ title, pages }) => (
    <section
      key={title}
      id={title.toLowerCase()}
      aria-label={partInWords(t, title)}
      className="grid min-w-0 max-w-measure grid-cols-1 gap-2"
    >
      <h2 className="border-b border-rule pb-2 font-serif text-title font-strong">{partInWords(t, title)}</h2>
      <ul lang="en">
        {pages.map((page) => (
          <li key={page.slug} className="py-2">
            <Link href={`/docs/${page.slug}`}>{page.title}</Link>
            <p className="line-clamp-2 text-quiet wrap-anywhere">{page.sections[0]?.text}</p>
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Found({ manual, query }: { manual: Manual; query: string }) {
  const t = useTranslations('docs')
  const hits = searchManual(manual.pages, query)
  if (hits.length === 0) {
    return (
      <EmptyState title={t('nothingTitle')} action={<Link href="/docs">{t('all')}</Link>}>
        {t('nothing')}
      </EmptyState>
    )
  }
  return (
    <section aria-label={t('found')} className="grid min-w-0 max-w-measure grid-cols-1 gap-4">
      <h2 className="border-b border-rule pb-2 font-serif text-title font-strong wrap-anywhere">
        {t('foundFor', { query })}
      </h2>
      <ol className="grid gap-4">
        {hits.map(({ page, section, excerpt }) => (
          <li key={`${page.slug}#${section.anchor}`}>
            {t.rich('section', {
              title: section.title,
              page: page.title,
              section: (title) => (
                <Link href={`/docs/${page.slug}${section.anchor === null ? '' : `#${section.anchor}`}`}>
                  <span lang="en">{title}</span>
                </Link>
              ),
              where: (where) => section.anchor !== null && <span className="text-small text-quiet">{where}</span>,
            })}
            <p lang="en" className="text-quiet wrap-anywhere">
              {excerpt}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
