import { useTranslations } from 'next-intl'
import { findKnown } from '@/app/(site)/bazaar/_components/facts-in-words'
import { OptionPrice } from '@/app/(site)/bazaar/_components/option-price'
import type { TermsChange } from '@/lib/bazaar/find-listings'
import { DataTable } from '@/lib/site/ui/data-table'
import { Section } from '@/lib/site/ui/section'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { Timestamp } from '@/lib/site/ui/timestamp'

const kinds = { price: 'changes.price', pay_to: 'changes.payTo', options: 'changes.options' } as const

export function TermsHistory({ changes }: { changes: TermsChange[] }) {
  const t = useTranslations('bazaarEntry')
  const shared = useTranslations('bazaar')
  const inWords = (kind: string) => {
    const known = findKnown(kinds, kind)
    return known ? shared(known) : kind === 'first' ? t('quality.firstSeen') : kind
  }
  return (
    <Section id="history" title={t('history.title')} className="grid content-start gap-4">
      <DataTable
        caption={t('history.title')}
        isCaptionHidden
        rows={changes}
        columns={[
          { title: t('history.seen'), cell: ({ seenAt }) => <Timestamp at={seenAt} /> },
          { title: t('history.what'), cell: ({ kind }) => inWords(kind) },
          {
            title: t('history.terms'),
            cell: ({ options }) => (
              <ul>
                {options.map((option, index) => (
                  <li key={index}>
                    {option.payTo === '' ? (
                      <OptionPrice option={option} />
                    ) : (
                      t.rich('history.option', {
                        price: () => <OptionPrice option={option} />,
                        payee: () => (
                          <span className="figures" title={option.payTo}>
                            {shortenMiddle(option.payTo)}
                          </span>
                        ),
                      })
                    )}
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
        empty={<p className="text-quiet">{t('history.none')}</p>}
      />
    </Section>
  )
}
