import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Article } from '@/lib/site/demo/articles/article'
import type { Translate } from '@/lib/site/messages/translate'
import { accessInWords } from '@/lib/site/ui/access'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Receipt, type ReceiptLine } from '@/lib/site/ui/receipt'
import { terminalCommands } from '@/lib/site/ui/terminal-commands'
import { TollBar } from '@/lib/site/ui/toll-bar'
import { amountOfArticle } from './price-of-article'

type ArticleGateProps = {
  article: Article
  origin: string
  payee: string
  networks: string
  /** Other networks, on which only programs can pay. */
  forPrograms: string | null
  /** Where a browser wallet pays or signs in; it replaces the gate by the bought text. */
  checkout?: ReactNode
}

/** The end of the free part: the price of the rest, the payee, and the ways to pay. */
export function ArticleGate({ article, origin, payee, networks, forPrograms, checkout }: ArticleGateProps) {
  const t = useTranslations('terms')
  const access = accessInWords(useTranslations('price'), { kind: 'kept' })
  const { pay } = terminalCommands(`${origin}/articles/${article.slug}/full`)
  return (
    <section id="pay" aria-labelledby="rest" className="grid gap-6 border-t-2 border-ink pt-6">
      <h2 id="rest" className="flex items-center gap-3 text-title font-strong">
        <TollBar isLifted={false} />
        {t('article.rest')}
      </h2>
      <Receipt
        lines={linesOf(t, article, { access, payee, networks })}
        totals={[
          {
            label: t(article.price.kind === 'metered' ? 'article.atMost' : 'article.total'),
            value: <span className="figures">{amountOfArticle(article.price)}</span>,
          },
        ]}
      />
      {forPrograms && <p className="-mt-4 text-small text-quiet">{forPrograms}</p>}
      {checkout}
      <div className="grid gap-2">
        <p className="text-small text-quiet">{t('article.terminal')}</p>
        <CodeBlock code={pay} name={t('article.payCommand')} />
        {article.price.kind === 'metered' && (
          <p className="text-small text-quiet">
            {t.rich('article.sections', { code: (chunks) => <code className="figures">{chunks}</code> })}
          </p>
        )}
      </div>
    </section>
  )
}

function linesOf(
  t: Translate<'terms'>,
  { title, price }: Article,
  { access, payee, networks }: { access: string; payee: string; networks: string },
): ReceiptLine[] {
  return [
    { label: t('get'), value: title },
    { label: t('access'), value: access },
    { label: t('paidTo'), value: payee },
    { label: t('network'), value: networks },
    ...(price.kind === 'metered'
      ? [
          {
            label: t('article.charged'),
            value: t('article.perSection', { amount: `${price.dollarsPerSection.replace('$', '')} USDC` }),
          },
        ]
      : []),
    { label: t('fee'), value: t('noFee') },
  ]
}
