import { useFormatter, useTranslations } from 'next-intl'
import type { Usage } from '@/lib/shop/sellers/quotas/read-usage'
import { sizeInWords } from '@/lib/site/ui/size-in-words'

export function QuotaTable({ usage }: { usage: Usage[] }) {
  const t = useTranslations('shopPages.shop')
  const titleOf = useTranslations('sellerForms.quotas')
  const inTerms = useTranslations('terms')
  const format = useFormatter()
  return (
    <section className="grid max-w-measure gap-2">
      <h2 className="font-strong">{t('limits')}</h2>
      <dl className="border-t border-ink text-small">
        {usage.map(({ name, used, allowed }) => {
          const isSize = name === 'bytes'
          const inWords = (count: number) => (isSize ? sizeInWords(inTerms, count) : format.number(count))
          return (
            <div key={name} className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-3">
              <dt>{isSize ? t('size') : titleOf(name)}</dt>
              <dd className="tabular-nums">{t('usedOf', { used: inWords(used), allowed: inWords(allowed) })}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
