import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ClientMessages } from '@/app/_components/client-messages'
import { MissingPage } from '@/app/_components/missing-page'
import { PathTabs } from '@/app/_components/path-tabs'
import { Link } from '@/lib/site/ui/link'
import { isOperator } from './_server/operator'

export default async function OperatorLayout({ children }: { children: ReactNode }) {
  if (!(await isOperator())) return <MissingPage />
  const t = await getTranslations('operatorForms.nav')
  return (
    <ClientMessages of={['operatorForms', 'sellerForms']}>
      <div className="grid gap-8">
        <div className="grid gap-2">
          <p>
            <Link href="/dashboard" className="inline-flex min-h-11 items-center">
              {t('dashboard')}
            </Link>
          </p>
          <PathTabs
            label={t('label')}
            tabs={[
              { title: t('overview'), href: '/dashboard/operator' },
              { title: t('shops'), href: '/dashboard/operator/shops' },
            ]}
          />
        </div>
        {children}
      </div>
    </ClientMessages>
  )
}
