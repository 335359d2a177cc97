import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { type KeyScope, type KeyView, keyScopes, sellerScopes } from '@/lib/shop/sellers/keys/keys'
import type { UpstreamKeyView } from '@/lib/shop/sellers/keys/upstream-keys'
import type { Translate } from '@/lib/site/messages/translate'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { CheckboxField, CheckboxGroup, TextField } from '@/lib/site/ui/fields'
import { EmptyState } from '@/lib/site/ui/notice'
import { Section } from '@/lib/site/ui/section'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { Form } from '../../_components/form'
import { Page } from '../../_components/page'
import { isOperator } from '../../(operator)/dashboard/operator/_server/operator'
import { ConfirmWithWallet } from '../_components/confirm-with-wallet'
import { DoneNotice } from '../_components/notices'
import { read, titledForSellers } from '../_server/dashboard'
import { addKey, endKey, makeUpstreamKey } from '../_server/forms'

export const generateMetadata = titledForSellers('shopPages.keys.title')

export default async function KeysPage({ searchParams }: PageProps<'/dashboard/keys'>) {
  const [{ done }, { keys }, t] = await Promise.all([searchParams, read('listKeys'), getTranslations('shopPages')])
  return (
    <Page
      title={t('keys.title')}
      about={t.rich('keys.about', { code: (words) => <span className="figures">{words}</span> })}
      head={
        <>
          <p>
            <a
              href="/api/v1/openapi.json"
              className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
            >
              {t('keys.openApi')}
            </a>
          </p>
          <p role="status" className="sr-only">
            {t('keys.inForce', { count: keys.length })}
          </p>
        </>
      }
    >
      <DoneNotice done={done} />
      <DataTable
        caption={t('keys.caption')}
        columns={columns(t)}
        rows={keys}
        rowKey={({ keyId }) => keyId}
        empty={<EmptyState title={t('keys.none.title')} about={t('keys.none.about')} />}
      />
      <KeyForm offered={(await isOperator()) ? keyScopes : sellerScopes} />
      <WhoPaid keys={(await read('listUpstreamKeys')).keys} now={new Date()} />
    </Page>
  )
}

function EndKey({ keyId, name }: Pick<KeyView, 'keyId' | 'name'>) {
  const t = useTranslations('sellerForms.keys')
  const label = t.rich('revoke', { name, hidden: (words) => <span className="sr-only">{words}</span> })
  return (
    <Form
      action={endKey}
      hidden={{ keyId }}
      ask={{ label, question: t('revokeQuestion', { name }) }}
      variant="danger"
      label={t('revokeNow')}
    />
  )
}

/** No box is ticked at first: a key allows only what its owner chose. */
function KeyForm({ offered }: { offered: readonly KeyScope[] }) {
  const [t, tScope] = [useTranslations('sellerForms.keys'), useTranslations('sellerForms.scopes')]
  const options = offered.map((value) => ({
    value,
    label: (
      <>
        {tScope(value)} <span className="figures block text-small text-quiet">{value}</span>
      </>
    ),
  }))
  return (
    <Form
      action={addKey}
      label={t('send')}
      secretName={t('secret')}
      after={<ConfirmWithWallet />}
      className="grid max-w-measure gap-6 border-t border-rule pt-8"
    >
      <h2 className="text-title font-strong">{t('title')}</h2>
      <TextField name="name" label={t('name')} hint={t('nameHint')} required autoComplete="off" />
      <TextField name="expiresAt" label={t('expires')} hint={t('expiresHint')} type="date" isFigures />
      <CheckboxGroup name="scopes" label={t('may')} options={options} />
    </Form>
  )
}

function WhoPaid({ keys, now }: { keys: UpstreamKeyView[]; now: Date }) {
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
      <Form
        action={makeUpstreamKey}
        label={tKey(keys.length > 0 ? 'another' : 'make')}
        variant="plain"
        secretName={tKey('name')}
      >
        {keys.length > 0 && <CheckboxField name="now" value="yes" label={tKey('now')} />}
      </Form>
    </Section>
  )
}

const columns = (t: Translate<'shopPages'>): Column<KeyView>[] => [
  { title: t('keys.name'), cell: ({ name }) => <span className="block wrap-break-word sm:min-w-24">{name}</span> },
  { title: t('keys.endsIn'), cell: ({ ending }) => <span className="figures whitespace-nowrap">…{ending}</span> },
  { title: t('keys.allows'), cell: ({ scopes }) => scopes.join(', ') },
  { title: t('keys.made'), cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  {
    title: t('keys.lastUsed'),
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Timestamp at={lastUsedAt} /> : t('keys.never')),
  },
  { title: t('keys.expires'), cell: ({ expiresAt }) => (expiresAt ? <Timestamp at={expiresAt} /> : t('keys.noEnd')) },
  { title: t('keys.end'), cell: ({ keyId, name }) => <EndKey {...{ keyId, name }} />, isPlain: true },
]
