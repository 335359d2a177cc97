import { useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { findKnown } from '@/app/(site)/bazaar/_components/facts-in-words'
import { OptionPrice } from '@/app/(site)/bazaar/_components/option-price'
import type { TermsChange } from '@/lib/bazaar/find-listings'
import { Section } from '@/lib/site/ui/section'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { Timestamp } from '@/lib/site/ui/timestamp'

const kinds = { price: 'changes.price', pay_to: 'changes.payTo', options: 'changes.options' } as const

const SHOWN = 2

export function TermsHistory({ changes }: { changes: TermsChange[] }) {
  const t = useTranslations('bazaarEntry')
  const shared = useTranslations('bazaar')
  const inWords = (kind: string) => {
    const known = findKnown(kinds, kind)
    return known ? shared(known) : kind === 'first' ? t('quality.firstSeen') : kind
  }
  return (
    <Section id="history" title={t('history.title')} className="grid content-start gap-4">
      {changes.length === 0 && <p className="text-quiet">{t('history.none')}</p>}
      <ul>
        {changes.slice(0, SHOWN).map(({ seenAt, kind, options }) => (
          <li key={seenAt.toISOString()}>
            <Timestamp at={seenAt} /> {inWords(kind)}:{' '}
            {options.map((option, index) => (
              <Fragment key={index}>
                {index > 0 && ', '}
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
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}
