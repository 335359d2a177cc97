import { useTranslations } from 'next-intl'
import { sectionId } from '@/lib/base/markdown/sections'
import type { OutlinedSection } from '@/lib/base/markdown/text-facts'

/** On wide screens, beside a bought text: what stood behind the bar, as links. Shown once nothing is left to pay. */
export function Contents({ outline }: { outline: OutlinedSection[] }) {
  const t = useTranslations('terms.article')
  if (outline.length < 2) return null
  return (
    <nav
      aria-labelledby="contents"
      className="contents-of-text hidden lg:sticky lg:top-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:block lg:self-start"
    >
      <h2 id="contents" className="border-t-2 border-ink pt-4 text-small font-strong">
        {t('contents')}
      </h2>
      <ol className="mt-2 grid">
        {outline.map(({ heading }, index) => (
          <li key={`${index} ${heading}`}>
            <a
              href={`#${sectionId(index + 1)}`}
              className="block py-2 font-serif text-quiet underline-offset-4 wrap-anywhere hover:text-ink hover:underline"
              dir="auto"
            >
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
