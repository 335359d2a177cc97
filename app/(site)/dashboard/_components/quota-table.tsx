import { useFormatter, useTranslations } from 'next-intl'
import { DataTable } from '@/lib/ui/data-table'
import type { Usage } from '../_server/seller-reads'

/** A shop's usage and limits. */
export function QuotaTable({ usage }: { usage: Usage[] }) {
  const t = useTranslations('shopPages.shop')
  const titleOf = useTranslations('sellerForms.quotas')
  const format = useFormatter()
  return (
    <DataTable
      caption={t('limits')}
      rows={usage}
      rowKey={({ name }) => name}
      columns={[
        { title: t('of'), cell: ({ name }) => titleOf(name) },
        { title: t('used'), isNumeric: true, cell: ({ used }) => format.number(used) },
        { title: t('allowed'), isNumeric: true, cell: ({ allowed }) => format.number(allowed) },
      ]}
    />
  )
}
