import { useLocale, useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { siteFacts } from '@/app/_server/site-facts'
import type { Manual, ManualPage } from '@/lib/site/manual/build-manual'
import { localeOf } from '@/lib/site/messages/languages'
import project from '@/package.json' with { type: 'json' }

export const release = `Turnpike ${project.version}`

type ManualFrameProps = { manual: Manual; current?: ManualPage; children: ReactNode }

/** The contents beside a page of the documents; folded above it on a narrow screen. */
export async function ManualFrame({ manual, current, children }: ManualFrameProps) {
  const [{ name }, t] = await Promise.all([siteFacts(), getTranslations('docs')])
  return (
    <div className="grid gap-8 grid-cols-1 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-12">
      <div className="grid min-w-0 content-start gap-6">
        <details className="border-y border-rule lg:hidden">
          <summary className="min-h-11 cursor-pointer py-2.5">{t('contents')}</summary>
          <ManualNav manual={manual} current={current} label={t('contentsFolded')} />
        </details>
        <div className="hidden lg:block">
          <ManualNav manual={manual} current={current} label={t('contents')} />
        </div>
        <p className="hidden text-small text-quiet lg:block">
          {name === 'Turnpike' ? release : t('runsOn', { name, release })}
        </p>
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-8">{children}</div>
    </div>
  )
}

async function ManualNav({
  manual,
  current,
  label,
}: {
  manual: Manual
  current: ManualPage | undefined
  label: string
}) {
  const t = await getTranslations('docs')
  return (
    <nav aria-label={label} className="grid gap-4 pb-4">
      {manual.parts
        .filter(({ title }) => !forChanges.includes(title) || title === current?.part)
        .map(({ title, pages }) => (
          <div key={title}>
            <p className="text-small font-strong text-quiet">{t(`parts.${title}`)}</p>
            <ul lang="en">
              {pages.map((page) => (
                <li key={page.slug}>
                  <NavLink page={page} isCurrent={page === current} />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </nav>
  )
}

/** Parts for those who change the code: in the contents of the first page, and beside each other. */
const forChanges = ['internals', 'decisions']

const NAV_LINK =
  'flex min-h-11 items-center text-ink underline-offset-4 hover:underline aria-[current]:font-strong aria-[current]:underline lg:min-h-8 lg:py-1 lg:leading-snug'

function NavLink({ page, isCurrent }: { page: ManualPage; isCurrent: boolean }) {
  return (
    <a href={`/docs/${page.slug}`} aria-current={isCurrent ? 'page' : undefined} className={NAV_LINK}>
      {page.title}
    </a>
  )
}

export function InEnglish() {
  const t = useTranslations('docs')
  if (useLocale() === localeOf.en) return null
  return <p className="border-s-4 border-edge bg-shade p-4">{t('inEnglish')}</p>
}
