import { useTranslations } from 'next-intl'
import { ClientMessages } from '@/app/_site/client-messages'
import type { UpstreamKeyView } from '@/lib/shop/sellers/upstream-keys/list-upstream-keys'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { UpstreamKeyForm } from './upstream-key-form'

export function WhoPaid({ keys, now }: { keys: UpstreamKeyView[]; now: Date }) {
  const t = useTranslations('gateways.whoPaid')
  return (
    <section aria-labelledby="who-paid" className="grid max-w-measure gap-4 border-t border-rule pt-8">
      <h2 id="who-paid" className="text-title font-strong">
        {t('title')}
      </h2>
      <p>{t.rich('what', { header: () => <span className="figures">Turnpike-Buyer</span> })}</p>
      {keys.map(({ keyId, signsFrom }) => (
        <p key={keyId} className="text-small text-quiet">
          {t.rich(signsFrom <= now ? 'signsSince' : 'signsFrom', {
            key: () => <span className="figures">{keyId.slice(-8)}</span>,
            time: () => <Timestamp at={signsFrom} />,
          })}
        </p>
      ))}
      <ClientMessages of={['gatewayForms']}>
        <UpstreamKeyForm hasKey={keys.length > 0} />
      </ClientMessages>
    </section>
  )
}
