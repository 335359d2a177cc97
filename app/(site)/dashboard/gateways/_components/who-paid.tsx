import { useTranslations } from 'next-intl'
import type { UpstreamKeyView } from '@/lib/shop/sellers/upstream-keys/list-upstream-keys'
import { CheckboxField } from '@/lib/site/ui/checkbox-field'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { makeUpstreamKey } from '../../_actions/gateway-actions'
import { ActForm } from '../../_components/act-form'

export function WhoPaid({ keys, now }: { keys: UpstreamKeyView[]; now: Date }) {
  const t = useTranslations('gateways.whoPaid')
  const tKey = useTranslations('gatewayForms.key')
  return (
    <Section id="who-paid" title={t('title')} className="grid max-w-measure gap-4 border-t border-rule pt-8">
      <p>{t.rich('what', { header: () => <span className="figures">Turnpike-Buyer</span> })}</p>
      {keys.map(({ keyId, signsFrom }) => (
        <p key={keyId} className="text-small text-quiet">
          {t.rich(signsFrom <= now ? 'signsSince' : 'signsFrom', {
            key: () => <span className="figures">{keyId.slice(-8)}</span>,
            time: () => <Timestamp at={signsFrom} />,
          })}
        </p>
      ))}
      <ActForm action={makeUpstreamKey} label={tKey(keys.length > 0 ? 'another' : 'make')} secretName={tKey('name')}>
        {keys.length > 0 && <CheckboxField id="key-now" name="now" value="yes" label={tKey('now')} />}
      </ActForm>
    </Section>
  )
}
