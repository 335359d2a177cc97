import { useTranslations } from 'next-intl'
import { PageLink } from '@/lib/site/ui/page-link'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import type { Chip } from '../_components/chips'

/** The filters of the page; each link removes one. */
export function ChipList({ chips }: { chips: Chip[] }) {
  const t = useTranslations('bazaar.chips')
  const inDigits = useLocalDigits()
  if (chips.length === 0) return null
  return (
    <ul aria-label={t('label')} className="flex flex-wrap gap-2">
      {chips.map(({ text, href }) => (
        <li key={text} className="max-w-full">
          <PageLink
            href={href}
            className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-[3px] border border-edge px-3 text-small text-ink no-underline hover:border-ink"
          >
            {t.rich('remove', {
              hidden: (remove) => <span className="sr-only">{remove}</span>,
              chip: () => <span className="min-w-0 wrap-anywhere">{text.includes('$') ? inDigits(text) : text}</span>,
            })}
            <svg viewBox="0 0 12 12" aria-hidden className="size-3 shrink-0 fill-none stroke-current" strokeWidth="1.8">
              <path d="m2.5 2.5 7 7m0-7-7 7" />
            </svg>
          </PageLink>
        </li>
      ))}
    </ul>
  )
}
