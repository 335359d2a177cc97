import type { Metadata } from 'next'
import type { Manual } from '@/lib/manual/build-manual'
import { readManual } from '@/lib/manual/read-manual'
import { searchManual } from '@/lib/manual/search-manual'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { ManualFrame } from './_components/manual-frame'
import { release } from './_components/release'

type Props = { searchParams: Promise<{ query?: string | string[] }> }

export const metadata: Metadata = {
  title: 'Documentation',
  description: 'How to pay, sell, run a site, and what its parts do.',
}

export default async function DocsPage({ searchParams }: Props) {
  const { query: asked } = await searchParams
  const query = (Array.isArray(asked) ? asked[0] : asked)?.trim().slice(0, 200) ?? ''
  const manual = await readManual()
  return (
    <ManualFrame manual={manual} query={query}>
      <header className="grid max-w-measure gap-4">
        <h1 className="font-serif text-display font-strong">Documentation</h1>
        <p className="font-serif text-reading text-quiet">
          {release}: how to pay, how to sell, how to run a site, and what its parts do.
        </p>
      </header>
      {query === '' ? <Contents manual={manual} /> : <Found manual={manual} query={query} />}
    </ManualFrame>
  )
}

function Contents({ manual }: { manual: Manual }) {
  return manual.parts.map(({ title, pages }) => (
    <section
      key={title}
      id={title.toLowerCase()}
      aria-label={title}
      className="grid min-w-0 max-w-measure grid-cols-1 gap-2"
    >
      <h2 className="border-b border-rule pb-2 font-serif text-title font-strong">{title}</h2>
      <ul>
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
  const hits = searchManual(manual.pages, query)
  if (hits.length === 0) {
    return (
      <EmptyState title="No document has all of these words" action={<Link href="/docs">All documents</Link>}>
        Try fewer words, or the code of an error as it was answered.
      </EmptyState>
    )
  }
  return (
    <section aria-label="Found" className="grid min-w-0 max-w-measure grid-cols-1 gap-4">
      <h2 className="border-b border-rule pb-2 font-serif text-title font-strong wrap-anywhere">Found for “{query}”</h2>
      <ol className="grid gap-4">
        {hits.map(({ page, section, excerpt }) => (
          <li key={`${page.slug}#${section.anchor}`}>
            <Link href={`/docs/${page.slug}${section.anchor === null ? '' : `#${section.anchor}`}`}>
              {section.title}
            </Link>
            {section.anchor !== null && <span className="text-small text-quiet"> in {page.title}</span>}
            <p className="text-quiet wrap-anywhere">{excerpt}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
