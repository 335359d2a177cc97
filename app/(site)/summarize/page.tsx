import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import { demoGoods } from '../../_server/demo-goods'
import { ownTermsOf } from '../../_server/payment-terms'
import { hasFaucet } from '../../_server/site-facts'
import { atCheckout, ClientMessages } from '../../_site/client-messages'
import { SummaryArea } from './_components/summary-area'
import { SummaryForm } from './_components/summary-form'

export const generateMetadata = titled('summarize.title', {}, 'summarize.description')

export default async function SummarizePage() {
  const t = await getTranslations('summarize')
  const { longestSummaryInput } = await demoGoods()
  return (
    <div className="mx-auto grid max-w-measure gap-8">
      <header className="grid gap-4">
        <h1 className="font-serif text-display font-strong">{t('title')}</h1>
        <p className="font-serif text-reading">{t('about', { characters: 1000 })}</p>
      </header>
      <ClientMessages of={[...atCheckout, 'summarize']}>
        <SummaryArea>
          <SummaryForm
            maximumCharacters={longestSummaryInput}
            options={await ownTermsOf('/api/summarize', 'POST')}
            hasFaucet={hasFaucet()}
          />
        </SummaryArea>
      </ClientMessages>
    </div>
  )
}
