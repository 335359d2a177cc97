'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { Link } from '@/lib/site/ui/link'
import { Tabs } from '@/lib/site/ui/tabs'

const places = [
  { name: 'overview', href: '/dashboard/operator' },
  { name: 'shops', href: '/dashboard/operator/shops' },
] as const

export function OperatorNav() {
  const t = useTranslations('operatorForms.nav')
  const pathname = usePathname()
  return (
    <div className="grid gap-2">
      <p>
        <Link href="/dashboard" className="inline-flex min-h-11 items-center">
          {t('dashboard')}
        </Link>
      </p>
      <Tabs
        label={t('label')}
        tabs={places.map(({ name, href }) => ({ title: t(name), href, isCurrent: pathname === href }))}
      />
    </div>
  )
}
