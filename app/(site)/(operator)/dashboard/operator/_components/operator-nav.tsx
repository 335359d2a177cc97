'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'
import { Tabs } from '@/lib/site/ui/tabs'

const OVERVIEW = '/dashboard/operator'
const places = [
  { name: 'doctor', href: `${OVERVIEW}/doctor` },
  { name: 'data', href: `${OVERVIEW}/data` },
  { name: 'payments', href: `${OVERVIEW}/payments` },
  { name: 'shops', href: `${OVERVIEW}/shops` },
] as const

export function OperatorNav() {
  const t = useTranslations('operatorForms.nav')
  const pathname = usePathname()
  const tabs = places.map(({ name, href }) => ({ title: t(name), href, isCurrent: pathname.startsWith(href) }))
  return (
    <div className="grid gap-2">
      <p>
        <Link href="/dashboard" className="inline-flex min-h-11 items-center">
          {t('dashboard')}
        </Link>
      </p>
      <Tabs
        label={t('label')}
        tabs={[{ title: t('overview'), href: OVERVIEW, isCurrent: pathname === OVERVIEW }, ...tabs]}
      />
    </div>
  )
}
