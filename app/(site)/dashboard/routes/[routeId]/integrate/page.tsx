import type { Metadata } from 'next'
import { CodeBlock } from '@/lib/ui/code-block'
import { Notice } from '@/lib/ui/notice'
import { siteFacts } from '../../../../../_server/site-facts'
import { readRoute, readSnippets } from '../../../_server/seller-reads'

export const metadata: Metadata = { title: 'Integrate' }

const purposes: Record<string, string> = {
  curl: 'Shows the price. Nothing is charged.',
  TypeScript: 'Pays with a key from the environment and prints the answer.',
  Python: 'The same with httpx.',
  MCP: 'Gives the answer to an MCP client, through the bridge of this project.',
}

/** What a seller hands to buyers: the route's own address, method, parameters and price in each language. */
export default async function IntegratePage({ params }: { params: Promise<{ routeId: string }> }) {
  const route = await readRoute((await params).routeId)
  const [snippets, { origin }] = await Promise.all([readSnippets(route), siteFacts()])
  const goods = new URL(route.url).pathname
  const hasCard = route.method === 'GET' && !route.path.includes('[')
  return (
    <div className="grid max-w-[52rem] gap-8">
      {route.state !== 'live' && (
        <Notice tone="waiting" title="It is not live">
          <p>These calls work once you start selling it.</p>
        </Notice>
      )}
      {snippets.length === 0 && <p>There is nothing to call yet: the route cannot be sold as it stands.</p>}
      {snippets.map(({ title, name, code }) => (
        <section key={title} aria-labelledby={`snippet-${title}`} className="grid gap-2">
          <h2 id={`snippet-${title}`} className="text-title font-strong">
            {title}
          </h2>
          <p className="text-quiet">{purposes[title]}</p>
          <CodeBlock code={code} name={name} />
        </section>
      ))}
      {hasCard && (
        <section aria-labelledby="own-site" className="grid gap-2">
          <h2 id="own-site" className="text-title font-strong">
            Your own website
          </h2>
          <p className="text-quiet">
            A card with title and price, where this line stands. It opens the page to pay in a new tab.
          </p>
          <CodeBlock code={scriptTag(origin, goods)} name="line for a card" />
          <p className="text-quiet">The button alone:</p>
          <CodeBlock code={scriptTag(origin, goods, 'button')} name="line for a button" />
          <p className="text-quiet">Where scripts are not welcome, the card as a frame:</p>
          <CodeBlock
            code={`<iframe src="${origin}/embed${goods}" title="For sale" style="border:0;width:100%;max-width:28rem;height:176px"></iframe>`}
            name="frame"
          />
        </section>
      )}
      <p className="text-small text-quiet">
        Parameters are filled in from the sample input of the route. Set it in its settings to show better values.
      </p>
    </div>
  )
}

const scriptTag = (origin: string, goods: string, show?: 'button') =>
  `<script async src="${origin}/embed.js" data-goods="${goods}"${show ? ` data-show="${show}"` : ''}></script>`
