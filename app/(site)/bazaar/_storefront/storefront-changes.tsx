import { useTranslations } from 'next-intl'
import type { Storefront } from '@/lib/bazaar/find-listings'
import { DataTable } from '@/lib/site/ui/data-table'
import { Link } from '@/lib/site/ui/link'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { entryAddress } from '../_components/entry-address'
import { findKnown } from '../_components/facts-in-words'
import { OptionPrice } from '../_components/option-price'

const kinds = { price: 'changes.price', pay_to: 'changes.payTo', options: 'changes.options' } as const

/** Recent changes among the entries, newest first. */
export function StorefrontChanges({ changes }: { changes: Storefront['changes'] }) {
  const t = useTranslations('bazaar')
  const inWords = (kind: string) => {
    const known = findKnown(kinds, kind)
    return known ? t(known) : kind
  }
  return (
    <Section id="changes" title={t('storefront.changes')} className="grid content-start gap-4">
      <DataTable
        caption={t('storefront.changes')}
        isCaptionHidden
        rows={changes}
        columns={[
          { title: t('storefront.seen'), cell: ({ seenAt }) => <Timestamp at={seenAt} /> },
          {
            title: t('storefront.what'),
            cell: ({ key, title }) => (
              <Link href={entryAddress(key)}>
                <span dir="auto">{title}</span>
              </Link>
            ),
          },
          { title: t('storefront.how'), cell: ({ kind }) => inWords(kind) },
          {
            title: t('storefront.since'),
            cell: ({ options }) => (
              <ul>
                {options.map((option, index) => (
                  <li key={index}>
                    <OptionPrice option={option} />
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
        empty={<p className="text-quiet">{t('storefront.noChanges')}</p>}
      />
    </Section>
  )
}
