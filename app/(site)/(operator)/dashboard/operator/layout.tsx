import type { ReactNode } from 'react'
import { ClientMessages } from '@/app/_site/client-messages'
import { MissingPage } from '@/app/_site/missing-page'
import { OperatorNav } from './_components/operator-nav'
import { isOperator } from './_server/operator'

export default async function OperatorLayout({ children }: { children: ReactNode }) {
  if (!(await isOperator())) return <MissingPage />
  return (
    <ClientMessages of={['operatorForms', 'sellerForms']}>
      <div className="grid gap-8">
        <OperatorNav />
        {children}
      </div>
    </ClientMessages>
  )
}
