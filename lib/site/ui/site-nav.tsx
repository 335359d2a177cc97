'use client'

import clsx from 'clsx'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { PageLink } from './page-link'

const places = ['bazaar', 'dashboard', 'facilitator', 'library'] as const

/** The site's navigation. A separate leaf because only the browser knows where a soft navigation ended. */
export function SiteNav({ hasArticles }: { hasArticles: boolean }) {
  const t = useTranslations('frame.nav')
  const pathname = usePathname()
  return (
    <nav aria-label={t('label')} className="-mx-1.5 w-full sm:w-auto">
      <ul className="flex flex-wrap justify-between sm:gap-x-3">
        {(hasArticles ? (['articles', ...places] as const) : places).map((place) => {
          const href = `/${place}`
          const isCurrent = pathname === href || pathname.startsWith(`${href}/`)
          return (
            <li key={href}>
              <PageLink
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className={clsx(
                  'flex min-h-11 items-center px-1.5 text-small text-ink underline-offset-8 sm:text-base',
                  isCurrent ? 'underline decoration-2' : 'no-underline hover:underline',
                )}
              >
                {t(place)}
              </PageLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
