import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ClientMessages } from '@/app/_components/client-messages'
import { siteFacts } from '@/app/_server/site-facts'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Page } from '../../_components/page'
import { AddForm } from './_components/add-form'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations()
  return {
    title: t('bazaar.titleOfPage', { title: t('bazaar.add') }),
    description: t('bazaarEntry.add.description'),
  }
}

export default async function AddPage() {
  const [{ origin }, t] = await Promise.all([siteFacts(), getTranslations()])
  return (
    <Page
      back={{ href: '/bazaar', label: t('bazaar.back') }}
      title={t('bazaar.add')}
      intro={t('bazaarEntry.add.intro')}
    >
      <div className="grid gap-12 lg:grid-cols-[minmax(0,var(--measure))_minmax(0,1fr)] lg:gap-x-16">
        <ClientMessages of={['bazaarAdd']}>
          <AddForm />
        </ClientMessages>
        <section
          aria-labelledby="by-program"
          className="grid min-w-0 content-start gap-4 lg:border-s lg:border-rule lg:ps-8"
        >
          <h2 id="by-program" className="text-title font-strong">
            {t('bazaarEntry.add.program')}
          </h2>
          <p>{t('bazaarEntry.add.programAbout')}</p>
          <CodeBlock
            code={`curl -X POST ${origin}/facilitator/discovery/validate -H 'content-type: application/json' -d '{"url": "https://…", "method": "GET"}'`}
            name={t('bazaarEntry.add.command')}
          />
          <p>
            <a
              href="/facilitator/discovery/openapi.json"
              className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
            >
              {t('bazaarEntry.add.openapi')}
            </a>
          </p>
        </section>
      </div>
    </Page>
  )
}
