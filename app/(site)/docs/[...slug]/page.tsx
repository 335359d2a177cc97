import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { MissingPage, missingMetadata } from '@/app/_components/missing-page'
import { sharedAs } from '@/app/_components/preview'
import type { ManualPage } from '@/lib/site/manual/build-manual'
import { readManual } from '@/lib/site/manual/read-manual'
import { FormattedText } from '@/lib/site/ui/formatted-text'
import { Link } from '@/lib/site/ui/link'
import { InEnglish, ManualFrame } from '../_components/manual-frame'

type ManualPageProps = { params: Promise<{ slug: string[] }> }

async function findPage(params: ManualPageProps['params']) {
  const slug = (await params).slug.join('/')
  const manual = await readManual()
  const at = manual.pages.findIndex((page) => page.slug === slug)
  return { manual, page: manual.pages[at], before: manual.pages[at - 1], after: manual.pages[at + 1] }
}

export async function generateMetadata({ params }: ManualPageProps): Promise<Metadata> {
  const { page } = await findPage(params)
  if (!page) return missingMetadata()
  const t = await getTranslations('docs')
  const title = t('titleOfPage', { title: page.title })
  const path = `/docs/${page.slug}`
  return { ...sharedAs({ title, description: page.summary, path }), alternates: { canonical: path } }
}

export default async function DocumentPage({ params }: ManualPageProps) {
  const { manual, page, before, after } = await findPage(params)
  if (!page) return <MissingPage />
  const t = await getTranslations('docs')
  return (
    <ManualFrame manual={manual} current={page}>
      <header className="grid max-w-measure gap-2">
        <p className="text-small text-quiet">{t(`parts.${page.part}`)}</p>
        <h1 lang="en" className="font-serif text-display font-strong">
          {page.title}
        </h1>
      </header>
      <InEnglish />
      <OnThisPage {...page} />
      <div lang="en" className="contents">
        <FormattedText tree={page.tree} />
      </div>
      <nav
        aria-label={t('around')}
        className="flex max-w-measure flex-wrap justify-between gap-4 border-t border-rule pt-4"
      >
        {before && <Link href={`/docs/${before.slug}`}>← {before.title}</Link>}
        {after && (
          <Link href={`/docs/${after.slug}`} className="ms-auto">
            {after.title} →
          </Link>
        )}
      </nav>
    </ManualFrame>
  )
}

function OnThisPage({ headings }: Pick<ManualPage, 'headings'>) {
  const t = useTranslations('docs')
  if (headings.length < 3) return null
  return (
    <nav aria-label={t('onThisPage')} className="max-w-measure">
      <details className="border-y border-rule">
        <summary className="min-h-11 cursor-pointer py-2.5 text-quiet">{t('onThisPage')}</summary>
        <ul lang="en" className="flex flex-wrap gap-x-4 text-small">
          {headings.map(({ title, anchor }) => (
            <li key={anchor}>
              <a
                href={`#${anchor}`}
                className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}
