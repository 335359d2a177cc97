import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { DoneNotice } from '../_components/done-notice'
import { readEndpoints } from '../_server/seller-reads'
import { EndpointForm } from './_components/endpoint-form'
import { EndpointSection } from './_components/endpoint-section'

export const generateMetadata = titled('shopPages.webhooks.title')

export default async function WebhooksPage({ searchParams }: PageProps<'/dashboard/webhooks'>) {
  const [{ done }, endpoints, t] = await Promise.all([
    searchParams,
    readEndpoints(),
    getTranslations('shopPages.webhooks'),
  ])
  return (
    <div className="grid gap-10">
      <header className="grid max-w-measure gap-2">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p>{t('about')}</p>
        <details>
          <summary className="min-h-11 cursor-pointer py-2">{t('proof')}</summary>
          <p>
            {t.rich('signature', {
              code: (words) => <span className="figures">{words}</span>,
              parts: () => <span className="figures">t=…,v1=…</span>,
              signed: () => <span className="figures">{'<t>.<body>'}</span>,
            })}
          </p>
        </details>
        <p role="status" className="sr-only">
          {t('count', { count: endpoints.length })}
        </p>
      </header>
      <DoneNotice done={done} />
      {endpoints.length === 0 && <EmptyState title={t('none.title')} about={t('none.about')} />}
      {endpoints.map((endpoint) => (
        <EndpointSection key={endpoint.endpointId} endpoint={endpoint} />
      ))}
      <EndpointForm />
    </div>
  )
}
