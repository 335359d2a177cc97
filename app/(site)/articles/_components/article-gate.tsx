import type { ReactNode } from 'react'
import type { Article } from '@/lib/demo/articles/article'
import { accessInWords } from '@/lib/ui/access'
import { CodeBlock } from '@/lib/ui/code-block'
import { Receipt, type ReceiptLine } from '@/lib/ui/receipt'
import { terminalCommands } from '@/lib/ui/terminal-commands'
import { TollBar } from '@/lib/ui/toll-bar'
import { priceOfArticle } from './price-of-article'

type ArticleGateProps = {
  article: Article
  origin: string
  payee: string
  /** The networks that it can be paid on, in words. */
  networks: string
  /** Other networks, on which programs alone can. */
  forPrograms: string | null
  /** Where a browser wallet pays or signs in; it puts the bought text in the place of the gate. */
  checkout?: ReactNode
}

/** Where the free part ends: what the rest costs, who is paid, and the ways to pay. */
export function ArticleGate({ article, origin, payee, networks, forPrograms, checkout }: ArticleGateProps) {
  const { pay } = terminalCommands(`${origin}/articles/${article.slug}/full`)
  return (
    <section id="pay" aria-labelledby="rest" className="grid gap-6 border-t-2 border-ink pt-6">
      <h2 id="rest" className="flex items-center gap-3 text-title font-strong">
        <TollBar isLifted={false} />
        The rest of this article
      </h2>
      <Receipt
        lines={linesOf(article, payee, networks)}
        totals={[
          {
            label: article.price.kind === 'metered' ? 'At most' : 'Total',
            value: <span className="figures">{priceOfArticle(article.price).replace('up to ', '')}</span>,
          },
        ]}
      />
      {forPrograms && <p className="-mt-4 text-small text-quiet">{forPrograms}</p>}
      {checkout}
      <div className="grid gap-2">
        <p className="text-small text-quiet">From a terminal, in a clone of Turnpike</p>
        <CodeBlock code={pay} name="command that pays for this article" />
        {article.price.kind === 'metered' && (
          <p className="text-small text-quiet">
            Add <code className="figures">?sections=2</code> to the address to buy the first two sections alone.
          </p>
        )}
      </div>
    </section>
  )
}

function linesOf({ title, price }: Article, payee: string, networks: string): ReceiptLine[] {
  return [
    { label: 'You get', value: title },
    { label: 'For how long', value: accessInWords({ kind: 'kept' }) },
    { label: 'Paid to', value: payee },
    { label: 'Network', value: networks },
    ...(price.kind === 'metered'
      ? [{ label: 'Charged', value: `${price.dollarsPerSection.replace('$', '')} USDC for each section you ask for` }]
      : []),
    { label: 'Network fee', value: 'None' },
  ]
}
