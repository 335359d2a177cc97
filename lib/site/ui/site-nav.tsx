'use client'

import clsx from 'clsx'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { PageLink } from './page-link'

const places = [
  ['bazaar', '/bazaar'],
  ['sell', '/dashboard'],
  ['library', '/library'],
  ['docs', '/docs'],
] as const

/** The site's navigation. A separate leaf because only the browser knows where a soft navigation ended. */
export function SiteNav() {
  const t = useTranslations('frame.nav')
  const pathname = usePathname()
  return (
    <nav aria-label={t('label')}>
      <ul className="grid sm:flex sm:gap-x-3">
        {places.map(([place, href]) => {
          const isCurrent = pathname === href || pathname.startsWith(`${href}/`)
          return (
            <li key={href}>
              <PageLink
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className={clsx(
                  'flex min-h-11 items-center px-2 text-ink underline-offset-8',
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
