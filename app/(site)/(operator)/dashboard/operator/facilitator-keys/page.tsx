import { getLocale, getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_site/missing-page'
import { titled, unindexed } from '@/app/_site/titled'
import { gasInWords } from '@/lib/base/x402/gas-in-words'
import { localDigits } from '@/lib/base/x402/local-digits'
import { networkName } from '@/lib/base/x402/networks'
import { DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { readFacilitatorKeys } from '../_server/operator'

export const generateMetadata = titled('operator.facilitatorKeys.title', unindexed)

/** The keys of the facilitator, their ends, and the gas that their settlements cost. */
export default async function FacilitatorKeysPage() {
  const keys = await readFacilitatorKeys()
  if (!keys) return <MissingPage />
  const [t, locale] = await Promise.all([getTranslations('operator.facilitatorKeys'), getLocale()])
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t('about')}</p>
      </header>
      <DataTable
        caption={t('caption')}
        rows={keys}
        rowKey={({ id }) => id}
        columns={[
          { title: t('name'), cell: ({ name }) => <span className="wrap-break-word">{name}</span> },
          { title: t('allows'), cell: ({ scopes }) => scopes.join(', ') },
          { title: t('made'), cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
          {
            title: t('ends'),
            cell: ({ expiresAt, revokedAt }) => {
              if (revokedAt) return t.rich('revoked', { at: () => <Timestamp at={revokedAt} /> })
              return expiresAt ? <Timestamp at={expiresAt} /> : t('never')
            },
          },
          {
            title: t('use'),
            cell: ({ gas }) =>
              gas.length === 0
                ? t('unused')
                : gas.map(({ network, settlements, spentAtomic }) => (
                    <span key={network} className="block">
                      {t('used', {
                        network: networkName(network),
                        settlements,
                        gas: localDigits(gasInWords(network, spentAtomic.toString()), locale),
                      })}
                    </span>
                  )),
          },
        ]}
        empty={<EmptyState title={t('none')} about={t('noneAbout')} />}
      />
    </div>
  )
}
