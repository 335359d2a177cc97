import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { DeliveryView } from '@/lib/shop/sellers/webhooks/deliveries'
import type { EndpointView } from '@/lib/shop/sellers/webhooks/endpoints'
import type { Translate } from '@/lib/site/messages/translate'
import { Badge } from '@/lib/site/ui/badge'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { CheckboxGroup, TextField } from '@/lib/site/ui/fields'
import { Link } from '@/lib/site/ui/link'
import { EmptyState } from '@/lib/site/ui/notice'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { Form } from '../../_components/form'
import { Page } from '../../_components/page'
import { DoneNotice } from '../_components/notices'
import { read, titledForSellers } from '../_server/dashboard'
import { addEndpoint, removeWebhook, resendDelivery } from '../_server/forms'

export const generateMetadata = titledForSellers('shopPages.webhooks.title')

export default async function WebhooksPage({ searchParams }: PageProps<'/dashboard/webhooks'>) {
  const [{ done }, { webhooks: endpoints }, t] = await Promise.all([
    searchParams,
    read('listWebhooks'),
    getTranslations('shopPages.webhooks'),
  ])
  return (
    <Page
      title={t('title')}
      about={t('about')}
      head={
        <>
          <p>
            {t.rich('signature', {
              standard: (words) => (
                <Link href="https://www.standardwebhooks.com" className="-my-3 inline-block py-3">
                  {words}
                </Link>
              ),
              headers: () => <span className="figures">webhook-id, webhook-timestamp, webhook-signature</span>,
            })}
          </p>
          <p role="status" className="sr-only">
            {t('count', { count: endpoints.length })}
          </p>
        </>
      }
    >
      <DoneNotice done={done} />
      {endpoints.length === 0 && <EmptyState title={t('none.title')} about={t('none.about')} />}
      {endpoints.map((endpoint) => (
        <EndpointSection key={endpoint.endpointId} endpoint={endpoint} />
      ))}
      <EndpointForm />
    </Page>
  )
}

async function EndpointSection({ endpoint }: { endpoint: EndpointView }) {
  const [{ deliveries }, t] = await Promise.all([
    read('listDeliveries', { endpointId: endpoint.endpointId }),
    getTranslations('shopPages'),
  ])
  return (
    <section aria-label={endpoint.url} className="grid gap-4 border-t border-rule pt-6">
      <h2 className="figures text-reading font-strong">{endpoint.url}</h2>
      <p className="text-small text-quiet">{endpoint.events.join(', ')}</p>
      <DataTable
        caption={t('webhooks.deliveries')}
        columns={columns(t)}
        rows={deliveries}
        rowKey={({ deliveryId }) => deliveryId}
        empty={<p>{t('webhooks.noDeliveries')}</p>}
      />
      <Form
        action={removeWebhook}
        hidden={{ endpointId: endpoint.endpointId }}
        ask={{ label: t('webhooks.remove'), question: t('webhooks.removeQuestion', { url: endpoint.url }) }}
        variant="danger"
        label={t('webhooks.removeNow')}
      />
    </section>
  )
}

const events = [
  { value: 'payment.settled', label: 'settled' },
  { value: 'payment.received', label: 'received' },
  { value: 'payment.refused', label: 'refused' },
  { value: 'payment.refunded', label: 'refunded' },
  { value: 'payment.resolved', label: 'resolved' },
  { value: 'listing.changed', label: 'listing' },
  { value: 'upstream.failing', label: 'failing' },
] as const

function EndpointForm() {
  const t = useTranslations('sellerForms.webhook')
  const options = events.map(({ value, label }) => ({ value, label: t(label) }))
  const chosen = events.map(({ value }) => value)
  return (
    <Form
      action={addEndpoint}
      label={t('send')}
      secretName={t('secret')}
      className="grid max-w-measure gap-6 border-t border-rule pt-8"
    >
      <h2 className="text-title font-strong">{t('title')}</h2>
      <TextField name="url" label={t('url')} isFigures required inputMode="url" maxLength={2048} />
      <CheckboxGroup name="events" label={t('events')} options={options} chosen={chosen} />
    </Form>
  )
}

const badges = {
  waiting: 'waiting',
  delivered: 'settled',
  failed: 'refused',
} as const

const columns = (t: Translate<'shopPages'>): Column<DeliveryView>[] => [
  { title: t('webhooks.event'), cell: ({ eventType }) => eventType },
  { title: t('webhooks.time'), cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  {
    title: t('webhooks.state'),
    cell: ({ state }) => <Badge state={badges[state]}>{t(`webhooks.${state}`)}</Badge>,
  },
  { title: t('webhooks.request'), cell: ({ body }) => <Sent body={body} /> },
  {
    title: t('webhooks.answer'),
    cell: (delivery) => answerInWords(t, delivery),
  },
  {
    title: t('webhooks.again'),
    cell: ({ deliveryId: id }) => (
      <Form action={resendDelivery} hidden={{ deliveryId: id }} label={t('webhooks.resend')} variant="plain" />
    ),
  },
]

function answerInWords(t: Translate<'shopPages'>, { attemptedAt, attemptCount, ...last }: DeliveryView): string {
  if (!attemptedAt) return t('webhooks.noAnswer')
  const answer = String(last.responseStatus ?? last.fault)
  return attemptCount > 1 ? t('webhooks.afterTries', { answer, tries: attemptCount }) : answer
}

function Sent({ body }: { body: string }) {
  const t = useTranslations('shopPages.webhooks')
  return (
    <details>
      <summary className="-my-2.5 min-h-11 cursor-pointer py-3">{t('show')}</summary>
      <CodeBlock code={body} name={t('body')} />
    </details>
  )
}
