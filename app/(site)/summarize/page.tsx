import type { Metadata } from 'next'
import { application } from '@/lib/compose/application'
import { demoGoods } from '../../_server/demo-goods'
import { paymentTermsOf } from '../../_server/payment-terms'
import { knownWallets } from '../../_server/reader'
import { hasFaucet } from '../../_server/site-facts'
import { SummaryArea } from './_components/summary-area'
import { SummaryForm } from './_components/summary-form'

export const metadata: Metadata = {
  title: 'Summarise a text',
  description: 'The sentences that carry a text, charged by its length, up to a ceiling that you sign.',
}

export default async function SummarizePage() {
  const { longestSummaryInput } = await demoGoods()
  const { site } = await application()
  return (
    <div className="mx-auto grid max-w-measure gap-8">
      <header className="grid gap-4">
        <h1 className="font-serif text-display font-strong">Summarise a text</h1>
        <p className="font-serif text-reading">
          You sign for a ceiling before anything happens, and you are charged for what was used: 0.01 USDC for each
          1,000 characters that your text begins.
        </p>
      </header>
      <SummaryArea>
        <SummaryForm
          maximumCharacters={longestSummaryInput}
          options={paymentTermsOf(site.priced('upto', '$0.10'))}
          knownWallets={await knownWallets()}
          hasFaucet={await hasFaucet()}
        />
      </SummaryArea>
    </div>
  )
}
